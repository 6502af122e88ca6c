// The invoice of a withdrawal that is not free: its line, its note, and how it is told on paper.

import { formatEuros } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { issueInvoice } from '../invoices/index.ts';

/** Issues it in the transaction of the withdrawal; returns its id. */
export async function issueFeeInvoice(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  withdrawal: { id: string; customerId: string; amountCents: number; at: Temporal.Instant },
): Promise<string> {
  const { id, customerId, amountCents, at } = withdrawal;
  const { WITHDRAW_FREE_PER_YEAR, WITHDRAWAL_FEE_EXCL_TAX_CENTS, VAT_RATE_BPS } = deps.config;
  const day = parisDate(at).toLocaleString('fr-FR', { dateStyle: 'long' });
  const invoice = await issueInvoice(tx, deps, {
    party: { customerId },
    reason: 'withdrawal-fee',
    subjectId: id,
    lines: [
      {
        label: `Frais de retrait : ${formatEuros(amountCents)} le ${day}, au-delà de ${WITHDRAW_FREE_PER_YEAR} retraits gratuits en douze mois`,
        amountExclTaxCents: WITHDRAWAL_FEE_EXCL_TAX_CENTS,
        vatBps: VAT_RATE_BPS,
      },
    ],
    note: `Montant prélevé sur votre portefeuille. Référence du retrait : ${id}`,
    at,
  });
  return invoice.invoiceId;
}
