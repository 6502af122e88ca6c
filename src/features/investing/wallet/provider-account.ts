// The account of an investor at the provider: its balance, and the money that arrived on it, each amount booked once.

import type { Cents } from '../../../core/cents.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, INTERNAL_ERROR } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { type ArrivedMoneyIn, bookMoneyIn, oldestFirst } from '../../../money/payments/index.ts';
import { type AccountMovement, isArrivedMoneyIn, readingPeriod } from '../../../providers/payments/index.ts';
import { ACCOUNT_NOT_COMPLETED, mailInvestor } from '../../access/customers/index.ts';
import { findBookedMoneyIns, findCustomerIds, findLastMoneyIn } from './queries.ts';
import { isCustomerId } from './rules.ts';

// The balance of an investor's account at the provider, read before the transaction of a purchase.

/**
 * Cents. `endUser` is passed to the provider. Errors: `customer.rights.account-not-completed` while there is no wallet, `internal-error`
 * when the balance cannot be read.
 */
export async function readProviderBalance(
  deps: Pick<AppDeps, 'payments'>,
  { customerId, endUser }: { customerId: CustomerId; endUser: { address: string; userAgent: string | undefined } },
): Promise<Cents> {
  const account = await deps.payments.getAccount(customerId, { userAddress: endUser.address, userAgent: endUser.userAgent });
  if (!account.ok && account.kind === 'not-found')
    throw new AppError(ACCOUNT_NOT_COMPLETED, { detail: 'Your wallet is not open.' });
  if (!account.ok) throw new AppError(INTERNAL_ERROR, { cause: account });
  return account.value.balanceCents;
}

// Books the money-ins of one investor's account at the provider since the newest booked one.

/**
 * Reads the account's statement by execution date and books every money-in once. Returns how many are newly booked. Does not
 * throw when the provider fails, which is logged: a purchase then checks the booked balance. An account that the
 * provider does not know has no money-ins.
 */
export async function syncMoneyIn(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>,
  customerId: CustomerId,
): Promise<number> {
  const period = readingPeriod(await findLastMoneyIn(deps.db, customerId), deps.clock.now());
  const statement = await deps.payments.listAccountTransactions(customerId, { ...period, by: 'execution' });
  if (statement.ok) return bookNewMoneyIns(deps, arrivedMoneyIns(customerId, statement.value));
  if (statement.kind === 'not-found') return 0;
  deps.log.warn({ customerId, failure: statement.kind, reason: statement.message }, 'statement not read, no money-in booked');
  return 0;
}

// Books all missing money-ins of an investor's account at the provider, when it is known to hold more than is booked.

/**
 * Reads the account's whole statement, so that money-ins that were missed long ago are found too. Returns how many are newly
 * booked: zero for an account of no investor, or unknown to the provider. Throws `internal-error` when the provider does not
 * answer.
 */
export async function bookWholeStatement(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments'>,
  accountId: string,
): Promise<number> {
  const [customerId] = isCustomerId(accountId) ? await findCustomerIds(deps.db, [accountId]) : [];
  if (customerId === undefined) return 0;
  const period = readingPeriod(undefined, deps.clock.now());
  const statement = await deps.payments.listAccountTransactions(customerId, { ...period, by: 'execution' });
  if (statement.ok) return bookNewMoneyIns(deps, arrivedMoneyIns(customerId, statement.value));
  if (statement.kind === 'not-found') return 0;
  throw new AppError(INTERNAL_ERROR, { cause: statement });
}

/**
 * Books those that are not booked yet, oldest first, so that after an interruption nothing older than the newest booked one is
 * missing: the next reading starts there. Mails the investor of each. Returns how many were new.
 */
export async function bookNewMoneyIns(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  arrived: readonly ArrivedMoneyIn[],
): Promise<number> {
  if (arrived.length === 0) return 0;
  const booked = await findBookedMoneyIns(
    deps.db,
    arrived.map((moneyIn) => moneyIn.providerMoneyInId),
  );
  let count = 0;
  for (const moneyIn of oldestFirst(arrived)) {
    if (booked.has(moneyIn.providerMoneyInId)) continue;
    const { customerId, amountCents, at } = moneyIn;
    const data = { amountCents, receivedAt: at.toString() };
    const notify = (tx: Tx) => mailInvestor(tx, deps, { customerId, template: 'money-received', data });
    if (await bookMoneyIn(deps, moneyIn, notify)) count += 1;
  }
  return count;
}

/** Only money from outside: transfers between wallets are booked by their own payments. */
function arrivedMoneyIns(customerId: CustomerId, statement: readonly AccountMovement[]): ArrivedMoneyIn[] {
  return statement.filter(isArrivedMoneyIn).map((movement) => ({
    providerMoneyInId: movement.id,
    customerId,
    amountCents: movement.amountCents,
    at: movement.executedAt ?? movement.createdAt,
  }));
}
