// The only way to move money: a posting of signed lines that add up to zero, posted once per reference and step.

import { sql } from 'kysely';
import { type Cents, centsOf } from '../../core/cents.ts';
import type { Tx } from '../../core/db/transaction.ts';

/** Steps of a transaction that post: held while WAITING, then confirmed or released. */
export type PostingStep = 'hold' | 'confirm' | 'release';

/** A signed amount on one account; a negative amount debits it. */
export type LedgerLine = { account: string; amountCents: Cents };

/** One posting, idempotent by `reference` and `step`. */
export type Posting = {
  reference: string;
  step: PostingStep;
  type: string;
  /** When the event happened, which may be before the posting is written. */
  eventAt: Temporal.Instant;
  createdAt: Temporal.Instant;
  lines: readonly LedgerLine[];
};

/**
 * Moves money between accounts, which are locked in the order of their ids. Lines of zero are left out. Returns false when this step of
 * the reference was posted before; then nothing moves. Throws when the lines do not add up to zero; a balance below zero, except that
 * of EXT, violates the constraint ledger_balance_not_negative.
 */
export async function postToLedger(tx: Tx, posting: Posting): Promise<boolean> {
  const lines = posting.lines.filter((line) => line.amountCents !== 0);
  const result = await sql<{ posting_id: number | null }>`
    select ledger_post(
      ${posting.reference}::uuid,
      ${posting.step}::text,
      ${posting.type}::text,
      ${posting.eventAt}::timestamptz,
      ${posting.createdAt}::timestamptz,
      ${lines.map((line) => line.account)}::text[],
      ${lines.map((line) => line.amountCents)}::bigint[]
    ) as posting_id`.execute(tx);
  return result.rows[0]?.posting_id != null;
}

/** Two lines that move an amount from one account to another. */
export function move(amountCents: Cents, from: string, to: string): LedgerLine[] {
  return [
    { account: from, amountCents: centsOf(-amountCents) },
    { account: to, amountCents },
  ];
}

/** Returns what a transaction holds to the accounts it came from. False when it holds nothing or was released before. */
export async function releaseHold(tx: Tx, transactionId: string, at: Temporal.Instant): Promise<boolean> {
  const result = await sql<{ posting_id: number | null }>`
    select ledger_release(${transactionId}::uuid, ${at}::timestamptz, ${at}::timestamptz) as posting_id`.execute(tx);
  return result.rows[0]?.posting_id != null;
}
