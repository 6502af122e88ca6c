// HTTP of the calendar: the investor's own, and the file at the secret link, which asks for nothing but its token.

import type { FastifyInstance } from 'fastify';
import { NOT_FOUND } from '../../../core/errors.ts';
import { route } from '../../../core/http/route.ts';
import { type FeedDeps, makeFeed, readCalendar, readFeed, removeFeed } from './calendar.ts';
import { findFeed } from './queries.ts';
import { CalendarFeed, FeedQuery, NewCalendarFeed, PaymentCalendar } from './schemas.ts';

/** A calendar asks every few hours; those of many investors ask from the addresses of one service. */
const FEED_PER_MINUTE = 60;

/** Registers the group. */
export function calendarRoutes(app: FastifyInstance, deps: FeedDeps): void {
  const common = { guard: 'customer', tag: 'extension' } as const;
  route(app, {
    ...common,
    method: 'GET',
    url: '/customers/investments/calendar',
    operationId: 'readPaymentCalendar',
    summary: 'Payments of all investments by day: those of the last year, and those expected within five years.',
    answer: PaymentCalendar,
    handle: ({ caller }) => readCalendar(deps, caller.customerId),
  });
  route(app, {
    ...common,
    method: 'GET',
    url: '/customers/calendar-feed',
    operationId: 'readCalendarFeed',
    summary: 'Whether there is a secret link for a calendar, and since when.',
    answer: CalendarFeed,
    handle: async ({ caller }) => ({ since: (await findFeed(deps.db, caller.customerId))?.toString() ?? null }),
  });
  route(app, {
    ...common,
    method: 'POST',
    url: '/customers/calendar-feed',
    operationId: 'makeCalendarFeed',
    idempotency: 'none',
    summary: 'Makes the secret link, and ends the one before it.',
    answer: NewCalendarFeed,
    handle: ({ caller }) => makeFeed(deps, caller.customerId),
  });
  route(app, {
    ...common,
    method: 'DELETE',
    url: '/customers/calendar-feed',
    operationId: 'removeCalendarFeed',
    summary: 'Ends the secret link.',
    handle: async ({ caller }) => {
      await removeFeed(deps, caller.customerId);
      return undefined;
    },
  });
  route(app, {
    method: 'GET',
    url: '/calendar.ics',
    operationId: 'readCalendarFile',
    guard: 'public',
    tag: 'extension',
    summary: 'The payments as an iCalendar file, for who has the secret link.',
    query: FeedQuery,
    produces: 'text/calendar',
    // A link that was never made, was renewed or removed: all read alike.
    errors: { [NOT_FOUND]: 404 },
    perMinute: FEED_PER_MINUTE,
    handle: async ({ query: { token }, reply }) => {
      const file = await readFeed(deps, token);
      await reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'inline; filename="versements.ics"')
        .header('x-robots-tag', 'noindex')
        .send(file);
      return undefined;
    },
  });
}
