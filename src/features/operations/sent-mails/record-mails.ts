// A mailer that records what investors are sent: template, subject and outcome, never the text, which may bear a code or a link.

import { inTransaction } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { type Mail, type Mailer, subjectOf, type TemplateName } from '../../../providers/email/index.ts';
import { findCustomerIdByEmail } from '../../access/customers/index.ts';
import { writeSentMail } from './queries.ts';
import type { MailOutcome } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'log'>;

/**
 * The same mailer, whose mails are recorded with their investor: the one of `customerId`, else who has the address now. A mail of nobody's
 * is not recorded. A record that cannot be written is logged: a mail that was sent is not sent again for its sake (A-sent-mails-2).
 */
export function recordMails(deps: Deps, mailer: Mailer): Mailer {
  return {
    async send(mail) {
      try {
        await mailer.send(mail);
      } catch (error) {
        await record(deps, mail, 'failed');
        throw error;
      }
      await record(deps, mail, 'sent');
    },
    close: () => mailer.close(),
  };
}

async function record<Name extends TemplateName>(deps: Deps, mail: Mail<Name>, outcome: MailOutcome): Promise<void> {
  const { template, data, id = newId() } = mail;
  try {
    const customerId = mail.customerId ?? (await findCustomerIdByEmail(deps.db, mail.to));
    if (customerId === undefined) return;
    const subject = subjectOf(template, data);
    const at = deps.clock.now();
    await inTransaction(deps.db, (tx) => writeSentMail(tx, { id, customerId, template, subject, outcome, at }));
  } catch (error) {
    deps.log.warn({ err: error, template, outcome }, 'mail not recorded');
  }
}
