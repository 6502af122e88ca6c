// Which mails an investor may do without, the link that turns them off, and which are no notification. Pure.

import { createHmac } from 'node:crypto';
import type { Config } from '../../../config/settings.ts';
import { isSameText } from '../../../core/constant-time.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { UUID } from '../../../core/uuid.ts';
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

/** Whose mails of which topic. */
export type MailLink = { customerId: CustomerId; topic: MailTopic };

type LinkSettings = Pick<Config, 'PUBLIC_URL' | 'SESSION_SECRET'>;

/** The link at the end of a mail of the topic. Nothing of it is stored: it names what it turns off, is signed, and opens nothing else. */
export function unsubscribeUrl(config: LinkSettings, link: MailLink): string {
  return new URL(`${config.PUBLIC_URL.replace(/\/+$/, '')}/mails/unsubscribe?token=${tokenOf(config, link)}`).href;
}

/** A UUID, a word, base64url and dots: nothing of it is escaped in an address. */
function tokenOf({ SESSION_SECRET }: LinkSettings, { customerId, topic }: MailLink): string {
  const signature = createHmac('sha256', SESSION_SECRET).update(`unwanted mail\n${customerId}\n${topic}`);
  return `${customerId}.${topic}.${signature.digest('base64url')}`;
}

/** What a token of ours names; undefined for any other text, also for one that goes on behind a signature of ours. */
export function linkOfToken(config: LinkSettings, token: string): MailLink | undefined {
  const [customerId = '', named = ''] = token.split('.', 2);
  const topic = MAIL_TOPICS.find((each) => each === named);
  if (!topic || !UUID.test(customerId)) return undefined;
  // Border: we have signed it for a customer, if it is one of ours.
  const link: MailLink = { customerId: customerId as CustomerId, topic };
  return isSameText(token, tokenOf(config, link)) ? link : undefined;
}
