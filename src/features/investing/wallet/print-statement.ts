// GET /customers/wallet/statements/:year/pdf: the statement of a year on paper.

import type { AppDeps } from '../../../deps.ts';
import { issuerOf } from '../invoices/index.ts';
import { readStatement } from './read-statement.ts';
import { renderStatementPdf } from './statement-pdf.ts';

/** The PDF's bytes; a very long year has its totals there and its lines in the CSV. Errors: as {@link readStatement}. */
export async function printStatement(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  asked: { customerId: string; year: number },
): Promise<Uint8Array> {
  const { statement, customer } = await readStatement(deps, asked);
  return renderStatementPdf(statement, { customer, issuer: issuerOf(deps.config), at: deps.clock.now() });
}
