// Orders a debit at the provider, after its intent was committed, and writes the outcome.

import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import type { DirectDebit, DirectDebitOrder, ProviderResult } from '../../../providers/payments/index.ts';
import { changeDebit, lockDebit } from './queries.ts';

/** `unknown`: no answer, the status job asks by reference (A-direct-debits-2). `given-up`: by the status job, so it was cancelled. */
export type Ordered = { result: 'scheduled' | 'refused' | 'unknown' | 'given-up'; cause?: unknown };

/** Calls the provider once and writes its answer. */
export async function orderDebit(deps: Pick<AppDeps, 'db' | 'clock' | 'payments'>, order: DirectDebitOrder): Promise<Ordered> {
  const created = await deps.payments.createDirectDebit(order);
  if (created.ok) return schedule(deps, order, created.value);
  const result = created.kind === 'unavailable' ? 'unknown' : 'refused';
  if (result === 'refused') {
    const change = { from: ['creating'], to: 'failed', failure: created.message, at: deps.clock.now() } as const;
    await inTransaction(deps.db, (tx) => changeDebit(tx, order.reference, change));
  }
  return { result, cause: created };
}

async function schedule(
  deps: Pick<AppDeps, 'db' | 'clock' | 'payments'>,
  { reference, accountId }: DirectDebitOrder,
  { debitId }: DirectDebit,
): Promise<Ordered> {
  const at = deps.clock.now();
  if (await inTransaction(deps.db, (tx) => markScheduled(tx, { reference, debitId, at }))) return { result: 'scheduled' };
  const canceled: ProviderResult<DirectDebit> = await deps.payments.cancelDirectDebit(accountId, debitId);
  return { result: 'given-up', cause: { ...canceled, debitId, note: 'given up before it was taken' } };
}

/**
 * The status job may have been faster: it found the debit and wrote it, or did not find it yet and gave it up. False in the latter
 * case: the echeance may have another debit by now, so this one must not be collected.
 */
async function markScheduled(
  tx: Tx,
  { reference, debitId, at }: { reference: string; debitId: number; at: Temporal.Instant },
): Promise<boolean> {
  const change = { from: ['creating'], to: 'scheduled', providerDebitId: debitId, at } as const;
  if (!(await changeDebit(tx, reference, change))) return (await lockDebit(tx, reference))?.providerDebitId === debitId;
  return true;
}
