// Query and answer of the sent mails.

import { Type } from 'typebox';
import { Model, Page, PageQuery, PeriodQuery, Timestamp, Uuid, Words } from '../../../core/http/schemas.ts';
import { templateNames } from '../../../providers/email/index.ts';

export const MAIL_OUTCOMES = ['sent', 'failed'] as const;
export type MailOutcome = (typeof MAIL_OUTCOMES)[number];

export const SentMailsQuery = Type.Object({
  ...PageQuery.properties,
  ...PeriodQuery.properties,
  outcome: Type.Optional(Words(MAIL_OUTCOMES, { title: 'MailOutcome' })),
});

const SentMail = Model('SentMail', {
  id: Uuid,
  template: Type.String({ description: `such as ${templateNames[0]}` }),
  subject: Type.String(),
  outcome: Words(MAIL_OUTCOMES, {
    title: 'MailOutcome',
    description: 'failed: the mail server refused the last attempt, or was not reached',
  }),
  at: Timestamp,
});

export const SentMailsPage = Page(SentMail);
