// A payment whose outcome a request waits for: at most one per Idempotency-Key, despite crashes, retries and lost answers.

import type { Tx } from '../../core/db/transaction.ts';
import { AppError } from '../../core/errors.ts';
import { bindToPayment, type IdempotencyClaim, inIdempotentTransaction, unbindPayment } from '../../core/http/idempotency.ts';
import { type CarriedOut, carryOutPayment, type ExecuteDeps } from './execute.ts';
import { readPaymentStatus } from './payment.ts';

/** The payment that was opened or found. `isOurs`: false when another request opened it, which then makes the first attempt. */
export type BegunPayment = { paymentId: string; isOurs: boolean };

/** State of the request's payment; `subjectId` is the row of the room that it pays for. */
export type PaidByRequest = BegunPayment & CarriedOut & { subjectId: string };

/** The steps that the room supplies, in order. */
export type RequestSteps<T, P> = {
  /** Reads that must happen outside any transaction, such as calls to the provider. */
  prepare?: () => Promise<P>;
  /** Opens the payment, or finds the open one; where no money has to move, does everything and returns the answer. */
  begin: (tx: Tx, prepared: P) => Promise<BegunPayment | { answer: T }>;
  /** A pay-out, which the bank takes days to execute: it is not polled while pending. */
  isPayOut?: true;
  /** The documented answer for the state of the payment, or its error. What it writes is committed with the answer. */
  answer: (tx: Tx, paid: PaidByRequest) => Promise<T>;
};

/**
 * 1. `prepare` and `begin`, the latter in a transaction that binds the key to the payment; a repeated request whose key is bound to a
 * payment skips both. 2. Execute the payment. 3. `answer`, stored under the key. The key stays bound while the outcome is unknown, and
 * the room's error then says so and names the payment; after a refusal that was answered with an error it is released, and the same
 * request opens another payment.
 */
export async function payByRequest<T, P = undefined>(
  deps: ExecuteDeps,
  claim: IdempotencyClaim | undefined,
  steps: RequestSteps<T, P>,
): Promise<T> {
  const begun =
    claim?.paymentId === undefined ? await beginOnce(deps, claim, steps) : { paymentId: claim.paymentId, isOurs: true };
  if ('answer' in begun) return begun.answer;
  const { paymentId, isOurs } = begun;
  const carried = await carryOutPayment(deps, paymentId, { waitOnly: !isOurs, ...(steps.isPayOut ? { isPayOut: true } : {}) });
  try {
    return await inIdempotentTransaction(deps.db, claim, async (tx) => {
      const { subjectId } = await readPaymentStatus(tx, paymentId);
      return steps.answer(tx, { paymentId, isOurs, subjectId, ...carried });
    });
  } catch (error) {
    if (carried.result === 'failed') await unbindPayment(deps.db, claim);
    if (carried.result === 'unknown' && error instanceof AppError)
      throw new AppError(error.code, { detail: error.detail, openPaymentId: paymentId, cause: error });
    throw error;
  }
}

async function beginOnce<T, P>(
  { db }: ExecuteDeps,
  claim: IdempotencyClaim | undefined,
  { prepare, begin }: RequestSteps<T, P>,
): Promise<BegunPayment | { answer: T }> {
  // Border: without `prepare` P is undefined.
  const prepared = (await prepare?.()) as P;
  const work = async (tx: Tx) => {
    const begun = await begin(tx, prepared);
    if ('paymentId' in begun) await bindToPayment(tx, claim, begun.paymentId);
    return begun;
  };
  return inIdempotentTransaction(db, claim, work, (begun) => ('answer' in begun ? { body: begun.answer } : undefined));
}
