// POST .../wire-to-be-assigned/split: one waiting record becomes two that add up to it.

import { recordAdminAction } from '../../../core/audit.ts';
import type { Cents } from '../../../core/cents.ts';
import { AppError } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { WIRE_NOT_FOUND } from './errors.ts';
import { lockPayment } from './queries.ts';
import { assertMoneyWaits, restAfterSplit, toWireRecord } from './rules.ts';
import type { WireRecord } from './schemas.ts';
import { splitPayment } from './split-queries.ts';

/** The record, and the cents that it keeps. */
export type SplitWire = {
  wireToBeAssignedId: string;
  newAmount: Cents;
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

/**
 * The record keeps its id with `newAmount`, a second one gets the rest; both wait and both are children (repayments.md#splitting).
 * Errors: `wire-not-found`, `wire-not-waiting`, `new-amount-must-be-less-than-original-amount`.
 */
export async function splitWire({ db, clock }: Pick<AppDeps, 'db' | 'clock'>, input: SplitWire): Promise<WireRecord[]> {
  const at = clock.now();
  return inIdempotentTransaction(db, input.idempotency, async (tx) => {
    const row = await lockPayment(tx, input.wireToBeAssignedId);
    if (!row) throw new AppError(WIRE_NOT_FOUND);
    assertMoneyWaits(row);
    const restCents = restAfterSplit(row, input.newAmount);
    const parts = await splitPayment(tx, row, { newAmountCents: input.newAmount, restId: newId(), restCents, at });
    await recordAdminAction(tx, {
      ...input.audit,
      target: { type: 'payment', id: row.id },
      payload: { amounts: parts.map((part) => part.amountCents), secondId: parts[1].id },
      at,
    });
    return parts.map(toWireRecord);
  });
}
