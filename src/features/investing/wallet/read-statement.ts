// Reads the statement of the investor's wallet for a Paris year, which the routes send as CSV or PDF.

import { parisDate, startOfParisDay } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { type CustomerWithUser, findCustomerWithUser } from '../../access/customers/index.ts';
import { STATEMENT_TOO_LONG } from './errors.ts';
import { listConfirmedTransactions, sumPostingsBefore } from './queries.ts';
import { buildStatement, isStatementYear, type Statement } from './statement-rules.ts';

/** Limit of a statement, which is built in memory; far above what investors have (A-wallet-7). */
const MAX_TRANSACTIONS = 50_000;

type Deps = Pick<AppDeps, 'db' | 'clock'>;
type Asked = { customerId: CustomerId; year: number };

/**
 * Reads balances and lines from one snapshot. The balances are the ledger's; lines that do not add up to them, which only a
 * broken ledger could cause, end in `internal-error`. Errors: `not-found` (a year before sign-up or in the future),
 * `wallet.statement-too-long`.
 */
export async function readStatement(deps: Deps, asked: Asked): Promise<{ statement: Statement; customer: CustomerWithUser }> {
  const { customerId, year } = asked;
  const today = parisDate(deps.clock.now());
  const from = Temporal.PlainDate.from({ year, month: 1, day: 1 });
  const moments = { from: startOfParisDay(from), until: startOfParisDay(from.add({ years: 1 })) };
  return inTransaction(
    deps.db,
    async (tx) => {
      const customer = await findCustomerWithUser(tx, customerId);
      if (!customer) throw new AppError(FORBIDDEN);
      if (!isStatementYear(year, parisDate(customer.createdAt), today))
        throw new AppError(NOT_FOUND, { detail: 'There is no statement of this year.' });
      const transactions = await listConfirmedTransactions(tx, customerId, { ...moments, limit: MAX_TRANSACTIONS + 1 });
      if (transactions.length > MAX_TRANSACTIONS)
        throw new AppError(STATEMENT_TOO_LONG, { detail: 'This year has too many transactions for one statement.' });
      const to = year === today.year ? today : from.with({ month: 12, day: 31 });
      const balances = await sumPostingsBefore(tx, customerId, moments);
      return { customer, statement: buildStatement({ year, from, to, ...balances }, transactions) };
    },
    'repeatable read',
  );
}
