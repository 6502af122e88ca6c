// Plans of automatic investment as their investors save them, and the end of all that earlier tests of a file have left.

import type { Investor } from './actors.ts';
import { expectStatus, type World } from './world.ts';

const followers = new WeakMap<World, Set<Investor>>();

/** Saves a plan; `plan` changes the one that takes everything for 100 euros. */
export async function followPlan(world: World, investor: Investor, plan: object = {}): Promise<void> {
  const whole = { active: true, amountPerPropertyCents: 10_000, contractTypes: ['obligation', 'loan', 'royalty'], ...plan };
  expectStatus(await investor.client.put('/customers/investment-plan', whole), 200);
  followers.set(world, (followers.get(world) ?? new Set()).add(investor));
}

/** Turns off every plan that was saved by {@link followPlan}. */
export async function endPlans(world: World): Promise<void> {
  const investors = followers.get(world) ?? [];
  followers.delete(world);
  for (const investor of investors) await followPlan(world, investor, { active: false });
  followers.delete(world);
}
