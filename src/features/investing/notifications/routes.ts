// HTTP of what an investor was told, and of what is mailed to them.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { sendPlainPage } from '../../../core/http/plain-page.ts';
import { route } from '../../../core/http/route.ts';
import { PageQuery } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { showMailLink, unsubscribe } from './by-link.ts';
import { mailLinkErrors } from './errors.ts';
import { listNotifications, readNotifications, readUnreadCount } from './notifications.ts';
import {
  MailChoice,
  MailChoices,
  MailLinkQuery,
  NotificationsPage,
  OneClick,
  ReadNotifications,
  UnreadCount,
} from './schemas.ts';
import { chooseMail, readMailChoices } from './topics.ts';

/** Registers the group. */
export function notificationRoutes(app: FastifyInstance, deps: AppDeps): void {
  linkRoutes(app, deps);
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

/**
 * Behind the link of a mail: without a session, by what the link names. No limit of their own: nobody guesses a signature, and mailboxes press
 * for many people from few addresses.
 */
function linkRoutes(app: FastifyInstance, deps: AppDeps): void {
  const common = { guard: 'public', tag: 'extension', query: MailLinkQuery, produces: 'text/html' } as const;
  const show = async (reply: FastifyReply, token: string) => {
    await sendPlainPage(reply, await showMailLink(deps, token));
    return undefined;
  };
  route(app, {
    ...common,
    method: 'GET',
    url: '/mails/unsubscribe',
    operationId: 'showMailLink',
    summary: 'The page behind the last link of a mail. It changes nothing; its button does.',
    handle: async ({ query: { token }, reply }) => show(reply, token),
  });
  route(app, {
    ...common,
    method: 'POST',
    idempotency: 'none',
    url: '/mails/unsubscribe',
    operationId: 'unsubscribeFromMails',
    summary:
      'Mails of the topic that the link names are not sent any more; also asked for by mailboxes (RFC 8058). Answers the page.',
    consumes: 'form',
    form: OneClick,
    status: 200,
    errors: mailLinkErrors,
    handle: async ({ query: { token }, request, reply }) => {
      await unsubscribe(deps, token).catch((error: unknown) => {
        // Who pressed the button of the page reads there why nothing is done.
        if (!(error instanceof AppError && Object.hasOwn(mailLinkErrors, error.code) && takesPages(request))) throw error;
        reply.status(mailLinkErrors[NOT_FOUND]);
      });
      return show(reply, token);
    },
  });
}

function takesPages({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') ?? false;
}
