// Mails to an investor, enqueued in the transaction of their cause, with their present address and name.

import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { Jobs } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueEmail, type TemplateData, type TemplateName } from '../../../providers/email/index.ts';
import { findCustomerWithUser } from './queries.ts';
import { markWelcomed } from './write-queries.ts';

/** Enqueues the job of one mail; amounts in cents. None to an account that is closed. Throws when there is no such customer. */
export async function mailInvestor<Name extends TemplateName>(
  tx: Tx,
  deps: { jobs: Jobs },
  mail: { customerId: CustomerId; template: Name; data: Omit<TemplateData<Name>, 'firstName'> },
): Promise<void> {
  const customer = await findCustomerWithUser(tx, mail.customerId);
  if (!customer) throw new Error(`there is no customer ${mail.customerId}`);
  if (customer.closedAt !== null) return;
  // Before a profile is saved, the name of the sign-up.
  const known = customer.firstName ?? customer.name;
  const firstName = known.trim() === '' ? {} : { firstName: known };
  // Border: TypeScript cannot prove that `Omit<T, 'firstName'>` with the first name added is a T again.
  const data = { ...mail.data, ...firstName } as TemplateData<Name>;
  await enqueueEmail(tx, deps, { to: customer.email, template: mail.template, data, customerId: mail.customerId });
}

// The welcome mail: sent once, in the transaction that verifies the address or as soon as possible after it.

/** True when the mail was enqueued; false when the user was welcomed before or has no customer row (yet). */
export async function welcomeInvestor(tx: Tx, deps: Pick<AppDeps, 'clock' | 'jobs'>, userId: string): Promise<boolean> {
  const customerId = await markWelcomed(tx, { userId, at: deps.clock.now() });
  if (customerId === undefined) return false;
  await mailInvestor(tx, deps, { customerId, template: 'welcome', data: {} });
  return true;
}
