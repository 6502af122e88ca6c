// GET /customers/wallet/statements/:year/csv: the statement of a year for a spreadsheet.

import type { AppDeps } from '../../../deps.ts';
import { readStatement } from './read-statement.ts';
import { toCsv } from './statement-rules.ts';

/** CSV text. Errors: as {@link readStatement}. */
export async function exportStatement(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  asked: { customerId: string; year: number },
): Promise<string> {
  return toCsv((await readStatement(deps, asked)).statement);
}
