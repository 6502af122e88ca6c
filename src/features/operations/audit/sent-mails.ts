// What investors are mailed: recorded with its outcome, never its text, and listed newest first.

import type { Static } from 'typebox';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { type Mail, type Mailer, pathOf, subjectOf, type TemplateName } from '../../../providers/email/index.ts';
import { assertCustomer, findCustomerIdByEmail } from '../../access/customers/index.ts';
import { isOnlyForMail, isUnwanted, topicOf, unsubscribeUrl } from '../../investing/notifications/index.ts';
import { findSentMails, writeSentMail } from './queries.ts';
import type { MailOutcome, SentMailsPage, SentMailsQuery } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'log' | 'config'>;

/**
 * The same mailer, recording mails with their investor: that of `customerId`, else the owner of the address now. A mail of nobody's
 * is not recorded; one that its investor does without is recorded and not sent. A record that cannot be written is logged: a mail that was
 * sent is not sent again for its sake.
 */
export function recordMails(deps: Deps, mailer: Mailer): Mailer {
  return {
    async send(mail) {
      if (await isWithout(deps, mail)) {
        await record(deps, mail, 'unwanted');
        return;
      }
      try {
        await mailer.send({ ...mail, unsubscribeUrl: await linkOf(deps, mail) });
      } catch (error) {
        await record(deps, mail, 'failed');
        throw error;
      }
      await record(deps, mail, 'sent');
    },
    close: () => mailer.close(),
  };
}

async function isWithout<Name extends TemplateName>({ db }: Deps, mail: Mail<Name>): Promise<boolean> {
  if (topicOf(mail.template) === undefined) return false;
  const customerId = await ownerOf(db, mail);
  return customerId !== undefined && isUnwanted(db, { customerId, template: mail.template });
}

/** Turns mails of its topic off; undefined for a mail that always comes, and one of nobody's. */
async function linkOf<Name extends TemplateName>({ db, config }: Deps, mail: Mail<Name>): Promise<string | undefined> {
  const topic = topicOf(mail.template);
  const customerId = topic && (await ownerOf(db, mail));
  return topic && customerId && unsubscribeUrl(config, { customerId, topic });
}

async function ownerOf<Name extends TemplateName>(db: Database, mail: Mail<Name>): Promise<CustomerId | undefined> {
  return mail.customerId ?? findCustomerIdByEmail(db, mail.to);
}

async function record<Name extends TemplateName>(deps: Deps, mail: Mail<Name>, outcome: MailOutcome): Promise<void> {
  const { template, data, id = newId() } = mail;
  try {
    const customerId = await ownerOf(deps.db, mail);
    if (customerId === undefined) return;
    const shown = {
      subject: subjectOf(template, data, deps.config.PLATFORM_NAME),
      path: pathOf(template, data),
      isListed: !isOnlyForMail(template),
    };
    const at = deps.clock.now();
    await inTransaction(deps.db, (tx) => writeSentMail(tx, { id, customerId, template, outcome, at, ...shown }));
  } catch (error) {
    deps.log.warn({ err: error, template, outcome }, 'mail not recorded');
  }
}

/** One page. Errors: `not-found`, `validation-failed` for a malformed cursor. */
export async function listSentMails(
  deps: Pick<AppDeps, 'db'>,
  input: Static<typeof SentMailsQuery> & { customerId: CustomerId },
): Promise<Static<typeof SentMailsPage>> {
  const { customerId, limit, cursor, ...filters } = input;
  const after = decodeCursor(cursor);
  await assertCustomer(deps.db, customerId);
  const rows = await findSentMails(deps.db, customerId, { limit, after, ...filters });
  return toPage(
    rows,
    limit,
    ({ at, id }) => ({ at, id }),
    (row) => ({ ...row, at: row.at.toString() }),
  );
}
