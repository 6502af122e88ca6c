// The only door through which money moves: one posting, several signed lines, sum zero, once per reference and step.

import { sql } from 'kysely';
import type { Tx } from '../../core/db/transaction.ts';

/** Steps of a transaction's life that post: held while WAITING, then confirmed or released. */
export type PostingStep = 'hold' | 'confirm' | 'release';

/** A signed amount on one account; negative leaves the account. */
export type LedgerLine = { account: string; amountCents: number };

/** One posting. `reference` with `step` is posted once, ever, whoever repeats the call. */
export type Posting = {
  reference: string;
  step: PostingStep;
  type: string;
  /** When it happened, which may be before it is written. */
  eventAt: Temporal.Instant;
  createdAt: Temporal.Instant;
  lines: readonly LedgerLine[];
};

/**
 * Moves money between accounts, locked in id order. Lines of zero are left out. Returns false when this step of the
 * reference was posted before (nothing moves again). Throws when the lines do not add up to zero, and a violation of
 * the constraint ledger_balance_not_negative when an account other than EXT would fall below zero.
 */
export async function postToLedger(tx: Tx, posting: Posting): Promise<boolean> {
  const lines = posting.lines.filter((line) => line.amountCents !== 0);
  const result = await sql<{
    posting_id: number | null;
  }>`select ledger_post(${posting.reference}::uuid, ${posting.step}::text, ${posting.type}::text,
    ${posting.eventAt}::timestamptz, ${posting.createdAt}::timestamptz,
    ${lines.map((line) => line.account)}::text[], ${lines.map((line) => line.amountCents)}::bigint[]) as posting_id`.execute(tx);
  return result.rows[0]?.posting_id != null;
}

/** Two lines that move an amount from one account to another. */
export function move(amountCents: number, from: string, to: string): LedgerLine[] {
  return [
    { account: from, amountCents: -amountCents },
    { account: to, amountCents },
  ];
}

/** Gives what a transaction holds back to where it came from. False when it holds nothing, or gave it back before. */
export async function releaseHold(tx: Tx, transactionId: string, at: Temporal.Instant): Promise<boolean> {
  const result = await sql<{
    posting_id: number | null;
  }>`select ledger_release(${transactionId}::uuid, ${at}::timestamptz, ${at}::timestamptz) as posting_id`.execute(tx);
  return result.rows[0]?.posting_id != null;
}
