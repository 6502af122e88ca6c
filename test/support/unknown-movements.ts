// Money that somebody moves at the provider without this service, and the night that finds it.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { centsOf } from '../../src/core/cents.ts';
import type { ReconciliationReport } from '../../src/features/operations/reconciliation/rules.ts';
import type { MovementsPage, MovementView } from '../../src/features/operations/reconciliation/schemas.ts';
import type { Person } from './actors.ts';
import { expectStatus, type World } from './world.ts';

/** An account at the provider that is nobody's here. */
export const ELSEWHERE = 'account-of-others';

export async function openElsewhere(world: World, balanceCents = 0): Promise<void> {
  await world.control('POST', '/accounts', { accountId: ELSEWHERE, kind: 'legal', status: 6, balanceCents });
}

/** Of an account of nobody here, where none is named. */
export async function moveByHand(
  world: World,
  { from = ELSEWHERE, to = ELSEWHERE, cents }: { from?: string; to?: string; cents: number },
): Promise<void> {
  const moved = { fromAccountId: from, toAccountId: to, amountCents: centsOf(cents), comment: '', reference: randomUUID() };
  assert.ok((await world.deps.payments.transfer(moved)).ok);
}

export const reconcile = (world: World) => world.runJob<ReconciliationReport>('provider-reconciliation', {});

/** The only open movement of the account of this amount, once a night has found it. */
export async function foundByNight(world: World, admin: Person, accountId: string, cents: number): Promise<MovementView> {
  await reconcile(world);
  const list = `/administration/reconciliation/movements?status=open&accountId=${accountId}`;
  const { items } = expectStatus(await admin.client.get<MovementsPage>(list), 200).body;
  const [movement, ...more] = items.filter(({ amountCents }) => amountCents === cents);
  assert.ok(movement && more.length === 0, `${items.length} open movements`);
  return movement;
}
