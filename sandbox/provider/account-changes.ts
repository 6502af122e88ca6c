// Provider routes that open and change accounts: individual and legal profiles, blocking, KYC status.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Account, AccountKind } from '../entities.ts';
import { record } from '../fields.ts';
import type { World } from '../world.ts';
import { providerError } from './errors.ts';
import { accountOf, bodyOf, isBlocked, pathParam, providerFields } from './input.ts';
import { emptyProfile, profileFrom } from './profile.ts';

export const ACCOUNT_STATUSES = [-1, 2, 3, 5, 6, 7, 8, 10, 12, 13, 14, 15, 16];
/** KYC1: status of a new account until its documents are accepted. */
const REGISTERED = 5;
const CLOSED = 12;
const UNDER_REVIEW = 13;
const KYC_LEVEL: Record<number, number> = { 5: 1, 6: 2, 13: 2, 15: 2, 7: 3 };
/** Limits depend on the contract with the provider; the sandbox has none. */
const NO_LIMITS = {};

export function accountChangeRoutes(app: FastifyInstance, world: World): void {
  app.post('/v2/accounts/individual', async (request) => {
    const account = create(world, 'individual', record(request.body));
    return { account: { id: account.id, internalId: account.internalId, limits: NO_LIMITS } };
  });
  app.put('/v2/accounts/individual/:accountid', async (request) => {
    const account = await update(world, 'individual', request);
    return { account: { id: account.id, internalId: account.internalId, limits: NO_LIMITS } };
  });
  // The calls for legal accounts answer with other names than those for individuals, and than each other.
  app.post('/v2/accounts/legal', async (request) => {
    const account = create(world, 'legal', record(request.body));
    return { legalAccount: { id: account.id, lemonwayId: account.internalId, limits: NO_LIMITS } };
  });
  app.put('/v2/accounts/legal/:accountid', async (request) => {
    const account = await update(world, 'legal', request);
    return { account: { id: account.id, lemonwayId: account.internalId, limits: NO_LIMITS } };
  });

  app.put('/v2/accounts/:accountid/blocked', async (request) => {
    const account = accountOf(world, pathParam(request, 'accountid'));
    account.blocked = bodyOf(request).flag('isBlocked');
    world.store.put(['accounts', account]);
    return { account: { id: account.id, isBlocked: account.blocked } };
  });
  app.put('/v2/accounts/kycstatus/:accountid', async (request) => {
    const account = accountOf(world, pathParam(request, 'accountid'));
    setKycStatus(world, account, bodyOf(request).integer('status'));
    return { account: { id: account.id, status: account.status } };
  });
}

function create(world: World, kind: AccountKind, body: Record<string, unknown>): Account {
  const accountId = providerFields(body).text('accountId', { max: 100 });
  if (accountId.startsWith('@')) throw providerError(234, 'accountId must not start with @');
  const profile = profileFrom(world, kind, body, undefined);
  if (world.store.accounts.has(accountId)) throw providerError(152, `account ${accountId} already exists`);
  if (world.store.accountIdOfEmail(profile.email) !== undefined) throw providerError(204, 'email already used');
  return openAccount(world, { accountId, kind, status: REGISTERED, profile });
}

/** With an injected fault `pending` the account is under review until a control route sets its status. */
async function update(world: World, kind: AccountKind, request: FastifyRequest): Promise<Account> {
  const accountId = pathParam(request, 'accountid');
  const account = accountOf(world, accountId);
  if (account.kind !== kind) throw providerError(234, `account ${accountId} is no ${kind} account`);
  const profile = profileFrom(world, kind, record(request.body), account.profile);
  const owner = world.store.accountIdOfEmail(profile.email);
  if (owner !== undefined && owner !== accountId) throw providerError(204, 'email already used');
  account.profile = profile;
  const isReviewed = world.faults.on(request, 'pending') !== undefined;
  if (isReviewed) Object.assign(account, { status: UNDER_REVIEW, statusChangedAt: world.clock.unixSeconds() });
  world.store.put(['accounts', account]);
  if (isReviewed) await tellStatus(world, account);
  return account;
}

/** Opens an account with a balance of zero, without validation; also used for control routes and the platform's accounts. */
export function openAccount(
  world: World,
  {
    accountId,
    kind,
    status,
    profile = emptyProfile,
  }: { accountId: string; kind: AccountKind; status: number; profile?: Account['profile'] },
): Account {
  const now = world.clock.unixSeconds();
  const account: Account = {
    id: accountId,
    internalId: world.store.nextId(),
    kind,
    status,
    blocked: false,
    balanceCents: 0,
    profile,
    statusChangedAt: now,
    balanceChangedAt: now,
  };
  world.store.put(['accounts', account]);
  return account;
}

/** Sends notification 8. True when it was accepted. */
export function tellStatus(world: World, account: Account): Promise<boolean> {
  const { id, internalId, status } = account;
  const fields = { ExtId: id, IntId: internalId, Status: status, Blocked: isBlocked(account) ? 1 : 0 };
  return world.notifications.send(8, fields);
}

/** The partner may lower a KYC level or close an empty account, never raise a level. */
function setKycStatus(world: World, account: Account, status: number): void {
  if (!ACCOUNT_STATUSES.includes(status)) throw providerError(234, 'status is not an account status');
  if (status === CLOSED && account.balanceCents !== 0) throw providerError(234, 'only an empty account can be closed');
  if ((KYC_LEVEL[status] ?? 0) > (KYC_LEVEL[account.status] ?? 0))
    throw providerError(234, 'a KYC level cannot be raised by this call');
  account.status = status;
  account.statusChangedAt = world.clock.unixSeconds();
  world.store.put(['accounts', account]);
}
