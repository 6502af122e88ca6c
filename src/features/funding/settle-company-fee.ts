// What follows the provider's answer to the transfer of a fee: booked, invoiced, audited and shown; or free for another attempt.

import { recordAdminAction } from '../../core/audit.ts';
import type { Tx } from '../../core/db/transaction.ts';
import type { RouteAudit } from '../../core/http/route.ts';
import type { AppDeps } from '../../deps.ts';
import { move, PLATFORM, purseOf } from '../../money/ledger/index.ts';
import { confirmTransaction, dropTransaction, type PaymentOrder, type PaymentOutcome } from '../../money/wallet/index.ts';
import { issueInvoice } from '../invoices/index.ts';
import { vatExemptionNote } from '../spvs/index.ts';
import { findFeeTransfer, lockTransferProperty, markFeeTransfer, writeFeeOfProperty } from './transfer-queries.ts';

/** Settlement of purposes `funding-fees` and `fiducie-fees`: runs once per attempt, in the transaction that settles its order. */
export async function settleCompanyFee(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  order: PaymentOrder,
  outcome: PaymentOutcome,
): Promise<void> {
  const { at } = outcome;
  const transfer = await findFeeTransfer(tx, order.subjectId);
  const { id, propertyId, fee, exclTaxCents, vatBps, vatCents } = transfer;
  const property = await lockTransferProperty(tx, propertyId);
  if (!property?.spvId || property.country === null) throw new Error(`property ${propertyId} has lost its SPV`);
  if (outcome.status === 'failed') {
    await dropTransaction(tx, transfer.transactionId, { to: 'FAILED', at });
    await markFeeTransfer(tx, id, { to: 'failed', invoiceId: null, at });
    return;
  }
  const isFunding = fee === 'funding';
  await confirmTransaction(tx, transfer.transactionId, {
    at,
    lines: move(order.amountCents, purseOf(property.spvId, 'MAIN'), isFunding ? PLATFORM.ORIGINATION : PLATFORM.MAIN),
  });
  // Border: insertFeeTransfer is the single writer of the column.
  const audit = transfer.audit as RouteAudit;
  const payload = { amountExcludingTaxCents: exclTaxCents, amountIncludingTaxCents: order.amountCents };
  await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
  const label = isFunding ? 'Frais de structuration' : 'Frais de fiducie';
  const invoice = await issueInvoice(tx, deps, {
    party: { spvId: property.spvId },
    reason: isFunding ? 'funding-fees' : 'fiducie-fees',
    subjectId: id,
    lines: [{ label: `${label} : ${property.name}`, amountExclTaxCents: exclTaxCents, vatBps }],
    ...(vatBps === 0 ? { note: vatExemptionNote(property.country) } : {}),
    at,
  });
  await markFeeTransfer(tx, id, { to: 'transferred', invoiceId: invoice.invoiceId, at });
  await writeFeeOfProperty(tx, propertyId, fee, {
    amountExcludingTaxCents: exclTaxCents,
    vatRateBps: vatBps,
    vatCents,
    amountIncludingTaxCents: order.amountCents,
    invoiceId: invoice.invoiceId,
    invoiceNumber: invoice.number,
    transferredAt: at.toString(),
  });
}
