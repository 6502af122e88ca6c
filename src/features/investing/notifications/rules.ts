// Which mails an investor may do without, and which are no notification. Pure.

import type { TemplateName } from '../../../providers/email/index.ts';

/** What an investor may choose not to be mailed. All other mails are asked for by law, by safety, or by an order that they confirm. */
export const MAIL_TOPICS = ['deposits', 'payouts', 'projects', 'rewards'] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];

const TOPIC_OF: Partial<Record<TemplateName, MailTopic>> = {
  'money-received': 'deposits',
  'echeance-paid': 'payouts',
  'funding-closed': 'projects',
  'referral-reward-paid': 'rewards',
  'gift-card-redeemed': 'rewards',
  'gift-card-not-redeemed': 'rewards',
};

/** The topic of a mail; undefined for one that always comes. */
export function topicOf(template: TemplateName): MailTopic | undefined {
  return TOPIC_OF[template];
}

/** Codes to type in: of no use where nobody can see them, and no news afterwards. */
const ONLY_FOR_MAIL: readonly TemplateName[] = ['mfa-code', 'sign-in-code', 'email-verification-code', 'password-reset-code'];

/** True for a mail that the list of notifications leaves out. */
export function isOnlyForMail(template: TemplateName): boolean {
  return ONLY_FOR_MAIL.includes(template);
}
