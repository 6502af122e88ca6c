// Provider routes that read accounts: by id, in lists, balances, transactions, KYC changes.
import type { FastifyInstance } from 'fastify';
import type { Account, Movement } from '../entities.ts';
import { record } from '../fields.ts';
import { balanceAt } from '../ledger.ts';
import type { World } from '../world.ts';
import { providerError } from './errors.ts';
import { accountOf, pathParam, queryOf, seconds, toId } from './input.ts';
import { pageOf } from './search.ts';
import { accountView, documentView, ibanView, mandateView, transactionItem } from './views.ts';

type Query = Record<string, string | undefined>;

const OWN_ACCOUNT = -1;
const WEEK_SECONDS = 7 * 24 * 3600;

export function accountRoutes(app: FastifyInstance, world: World): void {
  app.get('/v2/accounts/:accountid', async (request) => ({
    account: accountView(accountOf(world, pathParam(request, 'accountid'))),
  }));

  app.post('/v2/accounts/retrieve', async (request) => {
    const { accounts } = record(request.body);
    if (!Array.isArray(accounts)) throw providerError(234, 'accounts must be a list');
    return { accounts: accounts.flatMap((wanted) => retrieve(world, record(wanted))) };
  });

  app.get('/v2/accounts/balances', async (request) => {
    const query = queryOf(request);
    const rows = pageOf([...world.store.accounts.values()].filter(balanceFilter(query)), query);
    return { accounts: rows.map(({ id, balanceCents, status }) => ({ id, balance: balanceCents, status })) };
  });

  app.get('/v2/accounts/:accountId/balances/history', async (request) => {
    const account = accountOf(world, pathParam(request, 'accountId'));
    const atDate = seconds(queryOf(request), 'atDate');
    if (atDate === undefined) throw providerError(234, 'atDate is required');
    return { balance: balanceAt(world, account.id, atDate) };
  });

  app.get('/v2/accounts/:accountId/transactions', async (request) => {
    const account = accountOf(world, pathParam(request, 'accountId'));
    const query = queryOf(request);
    if (account.status === OWN_ACCOUNT) assertOneWeek(query);
    const rows = world.store.ofAccount(account.id).movements.filter(windowFilter(query));
    return { transactions: { value: pageOf(rows, query).map((movement) => transactionItem(world, movement)) } };
  });

  app.get('/v2/accounts/kycstatus', async (request) => {
    const query = queryOf(request);
    const since = seconds(query, 'updateDate');
    if (since === undefined) throw providerError(234, 'updateDate is required');
    const rows = [...world.store.accounts.values()].filter((account) => kycChangedAt(world, account) >= since);
    return { accounts: pageOf(rows, query).map((account) => kycView(world, account)) };
  });
}

function retrieve(world: World, { accountid, email }: Record<string, unknown>) {
  const id = typeof accountid === 'string' ? accountid : world.store.accountIdOfEmail(String(email));
  const account = id === undefined ? undefined : world.store.accounts.get(id);
  return account === undefined ? [] : [accountView(account)];
}

function balanceFilter(query: Query): (account: Account) => boolean {
  const since = seconds(query, 'updateDate');
  if (since !== undefined) return (account) => account.balanceChangedAt >= since;
  const from = toId(query.internalAccountIdStart);
  const to = toId(query.internalAccountIdEnd);
  if (Number.isNaN(from) || Number.isNaN(to))
    throw providerError(234, 'updateDate, or internalAccountIdStart and internalAccountIdEnd, is required');
  return ({ internalId }) => internalId >= from && internalId <= to;
}

/** The platform's own accounts show a week at once, by creation or by execution. @throws 234 */
function assertOneWeek(query: Query): void {
  const pairs = [
    ['startDate', 'endDate'],
    ['executionDateStart', 'executionDateEnd'],
  ] as const;
  const spans = pairs.flatMap(([first, last]) => {
    const [from, to] = [seconds(query, first), seconds(query, last)];
    return from === undefined || to === undefined ? [] : [to - from];
  });
  if (spans.length === 0 || spans.some((span) => span > WEEK_SECONDS))
    throw providerError(234, 'a period of one week at most is required for an own account');
}

function windowFilter(query: Query): (movement: Movement) => boolean {
  const start = seconds(query, 'startDate') ?? 0;
  const end = seconds(query, 'endDate') ?? Number.POSITIVE_INFINITY;
  const executedFrom = seconds(query, 'executionDateStart');
  const executedTo = seconds(query, 'executionDateEnd');
  const byExecution = executedFrom !== undefined || executedTo !== undefined;
  return ({ date, executionDate }) => {
    if (date < start || date > end) return false;
    if (!byExecution) return true;
    return (
      executionDate !== 0 && executionDate >= (executedFrom ?? 0) && executionDate <= (executedTo ?? Number.POSITIVE_INFINITY)
    );
  };
}

function kycChangedAt(world: World, account: Account): number {
  const { documents, ibans, mandates } = world.store.ofAccount(account.id);
  let latest = account.statusChangedAt;
  for (const { changedAt } of [...documents, ...ibans, ...mandates]) latest = Math.max(latest, changedAt);
  return latest;
}

function kycView(world: World, account: Account) {
  const { documents, ibans, mandates } = world.store.ofAccount(account.id);
  return {
    id: account.id,
    status: account.status,
    // Seconds as text, only here.
    date: String(kycChangedAt(world, account)),
    documents: documents.map(documentView),
    ibans: ibans.map(ibanView),
    sddMandates: mandates.map(mandateView),
  };
}
