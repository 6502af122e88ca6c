// Settles the transfer of a fee: posted, invoiced and shown after a success; free for another attempt after a refusal.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { move, PLATFORM, purseOf } from '../../../money/ledger/index.ts';
import { type EndedPayment, NOTHING_TO_POST, settle } from '../../../money/payments/index.ts';
import { issueInvoice } from '../../investing/invoices/index.ts';
import { writeFeeTransfer } from '../project-life/index.ts';
import { vatExemptionNote } from '../spvs/index.ts';
import type { FeeTransfer } from './schemas.ts';
import { findFeeTransfer, lockTransferProperty, markFeeTransfer } from './transfer-queries.ts';

/**
 * Settlement of purposes `funding-fees` and `fiducie-fees`: runs once per attempt, in the transaction that settles its payment.
 */
export async function settleCompanyFee(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  const { id, propertyId, fee, exclTaxCents, vatBps, vatCents, country } = await findFeeTransfer(tx, payment.subjectId);
  const property = await lockTransferProperty(tx, propertyId);
  if (!property?.spvId) throw new Error(`property ${propertyId} has lost its SPV`);
  const { spvId, name } = property;
  const isFunding = fee === 'funding';
  await settle(tx, payment, {
    succeeded: async (at) => {
      const invoice = await issueInvoice(tx, deps, {
        party: { spvId, propertyId },
        reason: isFunding ? 'funding-fees' : 'fiducie-fees',
        subjectId: id,
        lines: [
          {
            label: `${isFunding ? 'Frais de structuration' : 'Frais de fiducie'} : ${name}`,
            amountExclTaxCents: exclTaxCents,
            vatBps,
          },
        ],
        ...(vatBps === 0 ? { note: vatExemptionNote(country) } : {}),
        at,
      });
      await markFeeTransfer(tx, id, { to: 'transferred', invoiceId: invoice.invoiceId, at });
      const shown: FeeTransfer = {
        amountExcludingTaxCents: exclTaxCents,
        vatRateBps: vatBps,
        vatCents,
        amountIncludingTaxCents: payment.amountCents,
        invoiceId: invoice.invoiceId,
        invoiceNumber: invoice.number,
        transferredAt: at.toString(),
      };
      await writeFeeTransfer(tx, propertyId, { fee, shown, at });
      return move(payment.amountCents, purseOf(propertyId, 'HELD'), isFunding ? PLATFORM.ORIGINATION : PLATFORM.MAIN);
    },
    failed: async (at) => {
      await markFeeTransfer(tx, id, { to: 'failed', invoiceId: null, at });
      return NOTHING_TO_POST;
    },
  });
}
