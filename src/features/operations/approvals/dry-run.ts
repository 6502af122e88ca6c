// What a request of an administrator that moves money would do: it is done, looked at and taken back.

import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import { rehearse } from '../../../core/db/rehearsal.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { claimKey } from '../../../core/http/idempotency.ts';
import type { RunMoney } from '../../../core/http/money-requests.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { readWritten, type Written } from '../../../money/payments/index.ts';
import { findHolders } from '../reconciliation/index.ts';
import type { DryRun } from './schemas.ts';

/** A direct debit that would be ordered from the bank of a project owner, or cancelled; cents. */
export type DebitChange = { action: 'order' | 'cancel'; accountId: string; amountCents: Cents };
export type OnDebit = (change: DebitChange) => void;

/** `dryRunDeps`: the parts of a dry run on the database of a rehearsal. */
export type DryRunDeps = Pick<AppDeps, 'db' | 'clock'> & { dryRunDeps: (db: Database, onDebit: OnDebit) => AppDeps };

/**
 * `shown`: all of it, with the transfers that the request waits for as if they had succeeded. `ordered`: what it writes in the
 * transaction where it decides.
 */
export type Rehearsed = { shown: DryRun; ordered: Written | undefined };

/** `isSent`: the request has an Idempotency-Key. Errors: those of the route. */
export async function rehearseRequest(
  deps: DryRunDeps,
  { userId, isSent }: { userId: string; isSent: boolean },
  run: RunMoney,
): Promise<Rehearsed> {
  const since = deps.clock.now();
  return rehearse(deps.db, async (around, inner) => {
    // A key of its own, for what looks at the transaction that orders the money.
    const claimed = await claimKey(inner, { userId, operation: 'dry-run', key: newId(), asked: null, status: 201, now: since });
    if (!('claim' in claimed)) throw new Error('a new key has an answer');
    const debits: DebitChange[] = [];
    let ordered: Written | undefined;
    const beforeCommit = async (tx: Tx) => {
      ordered ??= await readWritten(tx, since);
    };
    const parts = deps.dryRunDeps(inner, (change) => debits.push(change));
    await run({ deps: parts, idempotency: { ...claimed.claim, isSent, beforeCommit } });
    return { shown: await toDryRun(inner, await readWritten(around, since), debits), ordered };
  });
}

/** With the names of whose wallets are paid from and to. */
export async function toDryRun(
  db: Database | Tx,
  { payments, bookings, balances }: Written,
  debits: readonly DebitChange[] = [],
): Promise<DryRun> {
  const accounts = payments.items.flatMap(({ fromAccountId, toAccountId }) => [fromAccountId, toAccountId]);
  const holders = await findHolders(db, [...accounts, ...debits.map(({ accountId }) => accountId)]);
  const items = payments.items.map((payment) => ({
    ...payment,
    fromHolder: holders.get(payment.fromAccountId) ?? null,
    toHolder: holders.get(payment.toAccountId) ?? null,
  }));
  return {
    payments: { ...payments, items },
    debits: debits.map((change) => ({ ...change, holder: holders.get(change.accountId) ?? null })),
    bookings,
    balances,
  };
}
