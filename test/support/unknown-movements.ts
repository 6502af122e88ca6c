// Money that somebody moves at the provider without this service, and the night that finds it.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { centsOf } from '../../src/core/cents.ts';
import type { Person } from './actors.ts';
import { expectStatus, type World } from './world.ts';

/** An account at the provider that is nobody's here. */
const ELSEWHERE = 'account-of-others';

export async function openElsewhere(world: World, { accountId = ELSEWHERE, balanceCents = 0 } = {}): Promise<void> {
  await world.control('POST', '/accounts', { accountId, kind: 'legal', status: 6, balanceCents });
}

/** Of an account of nobody here, where none is named. */
export async function moveByHand(
  world: World,
  { from = ELSEWHERE, to = ELSEWHERE, cents }: { from?: string; to?: string; cents: number },
): Promise<void> {
  const moved = { fromAccountId: from, toAccountId: to, amountCents: centsOf(cents), comment: '', reference: randomUUID() };
  assert.ok((await world.deps.payments.transfer(moved)).ok);
}

type Movement = { id: string; providerId: number; amountCents: number; isExecuted: boolean };

export const reconcile = (world: World) => world.runJob<{ unknownMovements: unknown[] }>('provider-reconciliation', {});

/** The only open movement of the account of this amount, once a night has found it. */
export async function foundByNight(world: World, admin: Person, accountId: string, cents: number): Promise<Movement> {
  await reconcile(world);
  const list = `/administration/reconciliation/movements?status=open&accountId=${accountId}`;
  const { items } = expectStatus(await admin.client.get<{ items: Movement[] }>(list), 200).body;
  const [movement, ...more] = items.filter(({ amountCents }) => amountCents === cents);
  assert.ok(movement && more.length === 0, `${items.length} open movements`);
  return movement;
}
