// GET /customers/taxation/summary/:year/pdf: the yearly form's figures on paper.

import { AppError, FORBIDDEN } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { findCustomerWithUser } from '../../access/customers/index.ts';
import { issuerOf } from '../invoices/index.ts';
import { readTaxSummary } from './read-tax-summary.ts';
import { renderTaxSummaryPdf } from './tax-summary-pdf.ts';

/** The PDF's bytes. Error: `not-found`, as the summary itself. */
export async function printTaxSummary(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  asked: { customerId: string; year: number },
): Promise<Uint8Array> {
  const summary = await readTaxSummary(deps, asked);
  const customer = await findCustomerWithUser(deps.db, asked.customerId);
  if (!customer) throw new AppError(FORBIDDEN);
  return renderTaxSummaryPdf(summary, { customer, issuer: issuerOf(deps.config), at: deps.clock.now() });
}
