// The payments of an investor by day, and the secret link at which the calendar of a phone reads them.

import { createHash, randomBytes } from 'node:crypto';
import { parisDate } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND, UNAUTHENTICATED } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockCustomer, mailInvestor } from '../../access/customers/index.ts';
import { type PortfolioDeps, readPayments } from '../portfolio/index.ts';
import { deleteFeed, findFeedOwner, writeFeed } from './queries.ts';
import { calendarOf, monthsOf } from './rules.ts';
import type { NewCalendarFeed, PaymentCalendar } from './schemas.ts';

export type FeedDeps = PortfolioDeps & Pick<AppDeps, 'jobs'>;

const YEARS_BEFORE = 1;
const YEARS_AHEAD = 5;
/** 128 bits. */
const TOKEN_BYTES = 16;

/** GET /customers/investments/calendar: a year back, five years ahead. */
export async function readCalendar(deps: PortfolioDeps, customerId: CustomerId): Promise<PaymentCalendar> {
  const at = deps.clock.now();
  const today = parisDate(at);
  const since = today.with({ day: 1 }).subtract({ years: YEARS_BEFORE });
  const until = today.add({ years: YEARS_AHEAD });
  const payments = await readPayments(deps, { customerId, since, until });
  return { asOf: at.toString(), since: since.toString(), until: until.toString(), payments, months: monthsOf(payments) };
}

/**
 * POST /customers/calendar-feed: a new link; the one before it, if any, stops at once. Its token is kept nowhere. It outlives the session that
 * makes it, so its investor gets a notice. Error: `unauthenticated` once the account is closed.
 */
export async function makeFeed(deps: FeedDeps, customerId: CustomerId): Promise<NewCalendarFeed> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    if ((await lockCustomer(tx, customerId))?.closedAt !== null) throw new AppError(UNAUTHENTICATED);
    await writeFeed(tx, { customerId, tokenSha256: digestOf(token), at });
    await mailInvestor(tx, deps, { customerId, template: 'calendar-link-made', data: { madeAt: at.toString() } });
  });
  return { url: `${deps.config.PUBLIC_URL}/calendar.ics?token=${token}`, since: at.toString() };
}

/** DELETE /customers/calendar-feed: the link stops at once; without one nothing happens. */
export async function removeFeed({ db }: PortfolioDeps, customerId: CustomerId): Promise<void> {
  await inTransaction(db, (tx) => deleteFeed(tx, customerId));
}

/** GET /calendar.ics: the same payments as a file, without a session. Error: `not-found`, whatever is wrong with the token. */
export async function readFeed(deps: PortfolioDeps, token: string): Promise<string> {
  const customerId = await findFeedOwner(deps.db, digestOf(token));
  if (customerId === undefined) throw new AppError(NOT_FOUND);
  const { payments } = await readCalendar(deps, customerId);
  return calendarOf(payments, { at: deps.clock.now(), origin: new URL(deps.config.FRONT_URL).origin });
}

/** The token is as long as a key: it needs no salt, and no slow digest. */
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
