// Which mails an investor does without: their choices, and the question that is asked before a mail is sent.

import type { Static } from 'typebox';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import type { TemplateName } from '../../../providers/email/index.ts';
import { listUnwanted, setUnwanted } from './queries.ts';
import { MAIL_TOPICS, type MailTopic, topicOf } from './rules.ts';
import type { MailChoices } from './schemas.ts';

/** True when the investor wants no mail of this kind. Mails that always come ask nothing. */
export async function isUnwanted(
  db: Database,
  { customerId, template }: { customerId: CustomerId; template: TemplateName },
): Promise<boolean> {
  const topic = topicOf(template);
  return topic !== undefined && (await listUnwanted(db, customerId)).has(topic);
}

/** Every topic with its choice. */
export async function readMailChoices(db: Database | Tx, customerId: CustomerId): Promise<Static<typeof MailChoices>> {
  const unwanted = await listUnwanted(db, customerId);
  return { topics: MAIL_TOPICS.map((topic) => ({ topic, isMailed: !unwanted.has(topic) })) };
}

/** Holds from the next mail on. */
export async function chooseMail(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  choice: { customerId: CustomerId; topic: MailTopic; isMailed: boolean },
): Promise<Static<typeof MailChoices>> {
  return inTransaction(db, async (tx) => {
    await setUnwanted(tx, { ...choice, at: clock.now() });
    return readMailChoices(tx, choice.customerId);
  });
}
