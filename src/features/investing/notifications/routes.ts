// HTTP of what an investor was told, and of what is mailed to them.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import { PageQuery } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { listNotifications, readNotifications, readUnreadCount } from './notifications.ts';
import { MailChoice, MailChoices, NotificationsPage, ReadNotifications, UnreadCount } from './schemas.ts';
import { chooseMail, readMailChoices } from './topics.ts';

/** Registers the group. */
export function notificationRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/customers/notifications',
    operationId: 'listNotifications',
    guard: 'customer',
    tag: 'extension',
    summary: 'What the investor was told, newest first: subject, page that it leads to, and whether it was read.',
    query: PageQuery,
    answer: NotificationsPage,
    handle: ({ caller, query }) => listNotifications(deps, { customerId: caller.customerId, ...query }),
  });
  route(app, {
    method: 'GET',
    url: '/customers/notifications/unread',
    operationId: 'readUnreadCount',
    guard: 'customer',
    tag: 'extension',
    summary: 'How many notifications are not read yet, counted up to 100.',
    answer: UnreadCount,
    handle: ({ caller }) => readUnreadCount(deps.db, caller.customerId),
  });
  route(app, {
    method: 'POST',
    url: '/customers/notifications/read',
    operationId: 'markNotificationsRead',
    idempotency: 'none',
    guard: 'customer',
    tag: 'extension',
    summary: 'Marks notifications as read, these or all so far. Answers how many are left.',
    body: ReadNotifications,
    answer: UnreadCount,
    handle: ({ caller, body: { ids } }) => readNotifications(deps, { customerId: caller.customerId, ids }),
  });
  route(app, {
    method: 'GET',
    url: '/customers/notifications/choices',
    operationId: 'readMailChoices',
    guard: 'customer',
    tag: 'extension',
    summary: 'Which news is mailed. What law, safety or a confirmed order ask for is always mailed, and not listed.',
    answer: MailChoices,
    handle: ({ caller }) => readMailChoices(deps.db, caller.customerId),
  });
  route(app, {
    method: 'PUT',
    url: '/customers/notifications/choices',
    operationId: 'chooseMail',
    guard: 'customer',
    tag: 'extension',
    summary: 'Has news of a topic mailed, or not; it is listed in either case.',
    body: MailChoice,
    answer: MailChoices,
    handle: ({ caller, body }) => chooseMail(deps, { customerId: caller.customerId, ...body }),
  });
}
