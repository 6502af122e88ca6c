// Validation of provider requests, with the provider's error codes.
import type { FastifyRequest } from 'fastify';
import type { Account } from '../entities.ts';
import { type Fields, reader, record } from '../fields.ts';
import type { World } from '../world.ts';
import { providerError } from './errors.ts';

const refuse = (field: string, expected: string) => providerError(234, `${field} must be ${expected}`);

/** Reads fields; an invalid one is error 234. */
export const providerFields = (fields: Fields) => reader(fields, refuse);
export const bodyOf = (request: FastifyRequest) => providerFields(record(request.body));

/** Query values as text; an empty one counts as absent. */
export function queryOf(request: FastifyRequest): Record<string, string | undefined> {
  const query: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(record(request.query))) {
    if (typeof value === 'string' && value !== '') query[name] = value;
  }
  return query;
}

export function pathParam(request: FastifyRequest, name: string): string {
  return String(record(request.params)[name] ?? '');
}

/** A numeric id from a path or query; NaN, which matches nothing, when it is invalid. */
export const toId = (value: string | undefined) => (value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN);

/** Unix seconds from a query; undefined when absent. @throws 234 when it is no number */
export function seconds(query: Record<string, string | undefined>, name: string): number | undefined {
  const value = query[name];
  if (value === undefined) return undefined;
  if (!/^\d{1,12}$/.test(value)) throw refuse(name, 'unix seconds');
  return Number(value);
}

/** A positive amount in cents. @throws 188 */
export function amountCents(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value <= 0)
    throw providerError(188, `${name} must be a positive number of cents`);
  return value;
}

/** A commission in cents, 0 when absent. @throws 188 */
export function commissionCents(value: unknown, totalCents: number): number {
  if (value === undefined || value === null) return 0;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || value > totalCents) {
    throw providerError(188, 'commissionAmount must be between 0 and the total');
  }
  return value;
}

/** A date in the format of requests. @throws 234 */
export function slashDate(value: string, name: string): Temporal.PlainDate {
  const match = /^(\d{4})\/(\d{2})\/(\d{2})$/.exec(value);
  try {
    if (match !== null) return Temporal.PlainDate.from(`${match[1]}-${match[2]}-${match[3]}`);
  } catch {
    // An impossible day such as 2026/02/31: refused below like any other form.
  }
  throw refuse(name, 'a date yyyy/MM/dd');
}

/** @throws 147 */
export function accountOf(world: World, accountId: string): Account {
  const account = world.store.accounts.get(accountId);
  if (account === undefined) throw providerError(147, `account ${accountId} not found`);
  return account;
}

const MAY_SPEND = [-1, 6, 7, 13, 15, 16];

export const isBlocked = (account: Account) => account.blocked || account.status === 10;

/** Whether money may leave the account. @throws 167 blocked, 111 not verified */
export function assertMaySpend(account: Account): void {
  if (isBlocked(account)) throw providerError(167, `account ${account.id} is blocked`);
  if (!MAY_SPEND.includes(account.status))
    throw providerError(111, `status ${account.status} of account ${account.id} does not allow this`);
}

/** Whether money may arrive. @throws 168 blocked, 146 closed */
export function assertMayReceive(account: Account): void {
  if (isBlocked(account)) throw providerError(168, `account ${account.id} is blocked`);
  if (account.status === 12) throw providerError(146, `account ${account.id} is closed`);
}
