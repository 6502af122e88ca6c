// What the provider moved, as a drill remembers it from the database that is gone; compared with what the reconciliation lists.

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { centsOf } from '../src/core/cents.ts';
import type { ReconciliationReport } from '../src/features/operations/reconciliation/rules.ts';
import type { World } from '../test/support/world.ts';

type Listed = ReconciliationReport['unknownMovements'];
type Row = { id: string; kind: 'transfer' | 'payOut'; providerId: number; amountCents: number };

/** Payments that the provider has accepted, by id. */
export type MovedByProvider = ReadonlyMap<string, Row>;

export async function movedByProvider(pool: pg.Pool): Promise<MovedByProvider> {
  const { rows } = await pool.query<Row>(
    `select id, kind, provider_payment_id::integer as "providerId", amount_cents::integer as "amountCents" from payment
     where provider_payment_id is not null and status in ('sent', 'succeeded')`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Payments of the past that the restored books lack and the list does not have, and those that moved once more. */
export async function unlisted(pool: pg.Pool, past: MovedByProvider, listed: Listed): Promise<string[]> {
  const now = await movedByProvider(pool);
  const faults: string[] = [];
  const references = new Map(listed.map((movement) => [movement.reference, movement]));
  for (const [id, { kind, providerId, amountCents }] of past) {
    const known = now.get(id);
    if (known && known.providerId !== providerId) faults.push(`payment ${id} moved twice: ${providerId} and ${known.providerId}`);
    if (known) continue;
    const movement = references.get(id);
    const isListed =
      movement?.providerId === providerId &&
      movement.amountCents === amountCents &&
      movement.kind === (kind === 'transfer' ? 'transfer' : 'money-out');
    if (!isListed) faults.push(`payment ${id}, ${kind} ${providerId}, is not listed`);
  }
  for (const { kind, providerId, reference } of listed) {
    const isOfPast = reference !== null && past.has(reference) && !now.has(reference);
    if (!isOfPast && kind !== 'money-in') faults.push(`${kind} ${providerId} is listed and is none of the lost payments`);
  }
  if (listed.every(({ kind }) => kind !== 'money-in')) faults.push('the wire to an account that no book knows is not listed');
  return faults;
}

/** Wallets whose difference is not, to the cent, what is listed of them; what known payments have in flight left them before. */
export function unexplained(differences: ReconciliationReport['differences'], listed: Listed): string[] {
  return differences.flatMap(({ accountId, ledgerCents, providerCents, inFlightCents }) => {
    const sum = listed.reduce(
      (cents, { fromAccountId, toAccountId, amountCents }) =>
        cents + (toAccountId === accountId ? amountCents : 0) - (fromAccountId === accountId ? amountCents : 0),
      0,
    );
    return sum === providerCents - ledgerCents + inFlightCents
      ? []
      : [`${accountId} differs by ${providerCents - ledgerCents} cents, ${sum} are listed`];
  });
}

/** What the provider's support does: each transfer goes back, and what has left for a bank is covered from another account. */
export async function undoAtProvider(world: World, listed: Listed): Promise<void> {
  const cover = 'cover-of-the-restore';
  const paidOut = listed.filter(({ kind }) => kind === 'money-out').reduce((sum, { amountCents }) => sum + amountCents, 0);
  await world.control('POST', '/accounts', { accountId: cover, kind: 'legal', status: 6, balanceCents: paidOut });
  for (const { kind, fromAccountId, toAccountId, amountCents } of listed.toReversed()) {
    if (kind === 'money-in' || fromAccountId === null) continue;
    const back = { fromAccountId: toAccountId ?? cover, toAccountId: fromAccountId, amountCents: centsOf(amountCents) };
    const moved = await world.deps.payments.transfer({ ...back, comment: '', reference: randomUUID() });
    if (!moved.ok) throw new Error(`the provider refused to move it back: ${moved.message}`);
  }
}
