// Bodies and answers of notifications.

import { Type } from 'typebox';
import { Model, Nullable, Page, Timestamp, Uuid, Words } from '../../../core/http/schemas.ts';
import { MAIL_TOPICS } from './rules.ts';

const Notification = Model('Notification', {
  id: Uuid,
  template: Type.String({ description: 'the kind of news, such as withdrawal-completed' }),
  subject: Type.String({ description: 'in French, as it was mailed' }),
  at: Timestamp,
  isRead: Type.Boolean(),
  path: Nullable(Type.String({ description: 'of the page that it leads to' })),
});

export const NotificationsPage = Page(Notification);

/** Counted up to 100. */
export const UnreadCount = Model('UnreadCount', { unreadCount: Type.Integer({ minimum: 0, maximum: 100 }) });

export const ReadNotifications = Model('ReadNotifications', {
  ids: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: 100, description: 'all of them where it is left out' })),
});

const Topic = Words(MAIL_TOPICS, { title: 'MailTopic' });

export const MailChoice = Model('MailChoice', { topic: Topic, isMailed: Type.Boolean() });

export const MailLinkQuery = Type.Object({ token: Type.String({ maxLength: 200, description: 'of the last link of a mail' }) });

/** What a mailbox sends when its own button is pressed; the page's button sends nothing. */
export const OneClick = Type.Object({ 'List-Unsubscribe': Type.Literal('One-Click') });

export const MailChoices = Model('MailChoices', { topics: Type.Array(MailChoice) });
