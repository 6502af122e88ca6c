// A payment that a request waits for: at most one for its Idempotency-Key, whatever dies, repeats or stays silent.

import type { Tx } from '../../core/db/transaction.ts';
import { type IdempotencyClaim, inIdempotentTransaction, spendOnPayment, takeOffPayment } from '../../core/http/idempotency.ts';
import { type CarriedOut, carryOutPayment, type ExecuteDeps } from './execute-payment.ts';
import { readPaymentStatus } from './payment.ts';

/** The payment that was opened or found. `isOurs`: false for one that another request began, which has the first turn. */
export type BegunPayment = { paymentId: string; isOurs: boolean };

/** How far the payment of this request is; `subjectId` is the row of the room that it pays for. */
export type PaidByRequest = BegunPayment & CarriedOut & { subjectId: string };

/** The room's parts of it, in their order. */
export type RequestSteps<T, P> = {
  /** What must be asked outside any transaction first. */
  prepare?: () => Promise<P>;
  /** Writes the intent, or finds the one that is open; or, where no money has to move, does all of it and answers. */
  begin: (tx: Tx, prepared: P) => Promise<BegunPayment | { answer: T }>;
  /** The bank takes days over a pay-out: it is not read again while it is pending. */
  isPayOut?: true;
  /** The documented answer to how far it is, or the error. What it writes is committed with the answer. */
  answer: (tx: Tx, paid: PaidByRequest) => Promise<T>;
};

/**
 * 1. `prepare` and `begin`, the latter in a transaction that spends the key on the payment; a repeat whose key is spent on one skips
 * both; 2. carry it out; 3. `answer`, stored under the key. A key stays spent while the end is not known; after a refusal that was
 * answered with an error it is free, and the same request opens another payment.
 */
export async function payByRequest<T, P = undefined>(
  deps: ExecuteDeps,
  claim: IdempotencyClaim | undefined,
  steps: RequestSteps<T, P>,
): Promise<T> {
  const begun = claim?.paymentId === undefined ? await beginOnce(deps, claim, steps) : spentOn(claim.paymentId);
  if ('answer' in begun) return begun.answer;
  const { paymentId, isOurs } = begun;
  const carried = await carryOutPayment(deps, paymentId, { waitOnly: !isOurs, ...(steps.isPayOut ? { isPayOut: true } : {}) });
  try {
    return await inIdempotentTransaction(deps.db, claim, async (tx) => {
      const { subjectId } = await readPaymentStatus(tx, paymentId);
      return steps.answer(tx, { paymentId, isOurs, subjectId, ...carried });
    });
  } catch (error) {
    if (carried.result === 'failed') await takeOffPayment(deps.db, claim);
    throw error;
  }
}

function spentOn(paymentId: string): BegunPayment {
  return { paymentId, isOurs: true };
}

async function beginOnce<T, P>(
  { db }: ExecuteDeps,
  claim: IdempotencyClaim | undefined,
  { prepare, begin }: RequestSteps<T, P>,
): Promise<BegunPayment | { answer: T }> {
  // Border: without a preparation P is undefined.
  const prepared = (await prepare?.()) as P;
  const work = async (tx: Tx) => {
    const begun = await begin(tx, prepared);
    if ('paymentId' in begun) await spendOnPayment(tx, claim, begun.paymentId);
    return begun;
  };
  return inIdempotentTransaction(db, claim, work, (begun) => ('answer' in begun ? { body: begun.answer } : undefined));
}
