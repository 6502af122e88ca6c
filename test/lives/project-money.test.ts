// Random lives of four projects, three of them on one SPV, with a provider that fails in every way: after each step the whole proof
// holds, each purse is what its rows say, and the provider has the money. A red seed replays: MORTAR_SEED=7 MORTAR_STEPS=200 npm test -- test/lives

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startWorld, type World } from '../support/world.ts';
import { ARCHIVE_STEPS } from './archive-steps.ts';
import { type People, peopleOf } from './people.ts';
import { PROVIDER_STEPS, settleEverything } from './provider-steps.ts';
import { type Chance, chanceOf } from './random.ts';
import { SCHEDULE_STEPS } from './schedule-steps.ts';
import { STEPS, type Step } from './steps.ts';

const LENGTH = Number(process.env.MORTAR_STEPS ?? 200);
/** The same two in every run of the suite; any others by MORTAR_SEED, several with commas. */
const SEEDS = (process.env.MORTAR_SEED ?? '1,2').split(',').map(Number);

type Proof = {
  ok: boolean;
  invariants: { name: string; ok: boolean; violations: unknown[] }[];
  providerDifferences: unknown[];
  totalCents: number;
};

const WEIGHTED = [...STEPS, ...ARCHIVE_STEPS, ...SCHEDULE_STEPS, ...PROVIDER_STEPS].flatMap(([weight, step]) =>
  Array.from({ length: weight }, () => step),
);

/** A world for each: the jobs of one life must not move the money of another. */
async function worldOfALife(): Promise<World> {
  const world = await startWorld({ worker: false, settings: { PROVIDER_PENDING_WAIT_MS: '0' } });
  await world.moveClock({ now: '2027-01-04T09:00:00Z' });
  return world;
}

async function prove(people: People): Promise<void> {
  // A short limit of calls makes the faults cheap, and a reading of all balances now and then too slow for it.
  const { body } = await people.world.until(async () => {
    const answer = await people.admin.client.get<Proof>('/administration/ledger/proof');
    return answer.status === 200 && answer;
  }, 'the proof');
  const broken = body.invariants.filter(({ ok }) => !ok);
  assert.ok(body.ok, JSON.stringify({ broken, differences: body.providerDifferences }, null, 1));
}

async function live(people: People, chance: Chance, length: number): Promise<void> {
  const log: string[] = [];
  try {
    for (let index = 1; index <= length; index += 1) {
      const step: Step | undefined = chance.one(WEIGHTED);
      if (!step) throw new Error('no steps');
      log.push(`${index}. ${await step(people, chance)}`);
      await prove(people);
    }
    await settleEverything(people);
    await prove(people);
  } catch (error) {
    throw new Error(`seed ${chance.seed} after\n${log.slice(-25).join('\n')}`, { cause: error });
  }
}

for (const seed of SEEDS) {
  it(`${LENGTH} steps of seed ${seed}: no cent is another project's`, async () => {
    const world = await worldOfALife();
    try {
      await live(await peopleOf(world), chanceOf(seed), LENGTH);
    } finally {
      await world.close();
    }
  });
}
