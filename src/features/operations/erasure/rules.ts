// What holds an account open, what of a person is erased when, and the days on which that is due: made from the classes and periods of the
// columns (personal-data/columns.ts), which no other list repeats. Pure.

import { parisDate } from '../../../core/dates.ts';
import { UNAUTHENTICATED } from '../../../core/errors.ts';
import { type VerbRow, verbRow } from '../../../core/states.ts';
import { INVESTOR_STATES, type InvestorState } from '../../access/customers/index.ts';
import { type ClassifiedColumn, COLUMNS, LINKS, type Period, type PersonLink } from '../personal-data/index.ts';
import { ACCOUNT_HELD } from './errors.ts';

/** Why an account cannot be closed; queries.ts has the fact behind each. */
export const HOLDS = [
  'money-in-wallet',
  'bricks-held',
  'payment-under-way',
  'payout-due',
  'gift-card-open',
  'reward-due',
  'account-frozen',
  'charge-back-open',
  'difference-open',
  'identity-check-open',
  'tax-request-open',
  'complaint-open',
  'address-change-open',
  'company-account',
  'administrator',
] as const;
export type Hold = (typeof HOLDS)[number];

/** A frozen or blocked account, and one that is being checked, is held whatever else is; the money and bricks of others hold them. */
export const CLOSING_VERBS: Readonly<Record<'close-account', VerbRow<InvestorState>>> = {
  'close-account': verbRow(INVESTOR_STATES, ['free', 'unverified', 'outdated'], ACCOUNT_HELD, { closed: UNAUTHENTICATED }),
};

/** What is erased together, in the order of time: at the closing, five years, and at least ten years later. */
export const PARTS = ['account', 'identity', 'accounting'] as const satisfies readonly Period[];
export type Part = (typeof PARTS)[number];

/** How far the erasure of a closed account is. `swept`: what a request or a mail that was under way left behind is gone too. */
export type ErasureState = 'closed' | 'swept' | 'identity-erased' | 'erased';

const IDENTITY_YEARS = 5;
const ACCOUNTING_YEARS = 10;

/** Mails are tried for a day: after two, nothing writes to a closed account any more. */
export const SWEPT_AFTER_HOURS = 48;

/** The Paris day from which on a part may be erased. `lastMovementYear`: of the last movement of their money, if there was one. */
export function dueOn(part: Part, closedAt: Temporal.Instant, lastMovementYear: number | null): Temporal.PlainDate {
  const closedOn = parisDate(closedAt);
  if (part === 'account') return closedOn;
  if (part === 'identity') return closedOn.add({ years: IDENTITY_YEARS });
  const lastYear = Math.max(closedOn.year, lastMovementYear ?? 0);
  return Temporal.PlainDate.from({ year: lastYear + ACCOUNTING_YEARS + 1, month: 1, day: 1 });
}

/** Whether a part is erased in a state. */
export function isErased(part: Part, state: ErasureState | null): boolean {
  if (state === null) return false;
  return part === 'account' || state === 'erased' || (part === 'identity' && state === 'identity-erased');
}

/** Of one table: the rows whose `link` is the person are removed, or these columns of them blanked. */
export type ErasureStep = PersonLink & { does: 'remove' | readonly string[]; hasFiles: boolean };

/** What opens the account: it ends with it, whatever its own period is. */
const OPENS_THE_ACCOUNT: ReadonlySet<string> = new Set([
  'auth_session',
  'mfa_context',
  'gift_card_token',
  'idempotency_key',
  'authenticator',
  'passkey',
  'recovery_code',
]);

/** Other rows lead to a row of these, which stays with its blanks. */
const LED_TO: ReadonlySet<string> = new Set(['auth_user', 'customer', 'onboarding']);

/** Of what the accounts needed, rows that nothing leads to and no sum is made of. */
const REMOVED_AT_LAST: ReadonlySet<string> = new Set(['deposit_account', 'tax_rate_request']);

/** Ids, states and dates: they say nothing of a person once nothing names them. */
const NAMELESS =
  /(?:^|_)id$|^(?:userId|role|createdAt|created_at|closed_at|kyc_status|is_company_account|provider_blocked|kind|state|status|year)$/;
const NAMES_AT_THE_PROVIDER = 'customer.provider_internal_id';

/** Every step of a part. */
export function stepsOf(part: Part): ErasureStep[] {
  return LINKS.flatMap(({ table, link, of }): ErasureStep[] => {
    const columns = COLUMNS.filter((one) => one.table === table);
    const hasFile = columns.some(({ column }) => column === 'storage_key');
    if (isRemovedIn(part, table, columns)) return [{ table, link, of, does: 'remove' as const, hasFiles: hasFile }];
    const does = columns.filter((one) => one.period === part && isBlanked(one)).map(({ column }) => column);
    if (does.length === 0 || isRemovedAtAll(table, columns)) return [];
    return [{ table, link, of, does, hasFiles: does.includes('storage_key') }];
  });
}

function isRemovedIn(part: Part, table: string, columns: readonly ClassifiedColumn[]): boolean {
  if (OPENS_THE_ACCOUNT.has(table)) return part === 'account';
  if (REMOVED_AT_LAST.has(table)) return part === 'accounting';
  return part !== 'accounting' && !LED_TO.has(table) && columns.every(({ period }) => period === part);
}

function isRemovedAtAll(table: string, columns: readonly ClassifiedColumn[]): boolean {
  return PARTS.some((part) => isRemovedIn(part, table, columns));
}

function isBlanked({ table, column, columnClass }: ClassifiedColumn): boolean {
  if (columnClass !== 'person' && columnClass !== 'secret') return false;
  return !NAMELESS.test(column) || `${table}.${column}` === NAMES_AT_THE_PROVIDER;
}
