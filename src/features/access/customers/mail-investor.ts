// A mail to an investor, in the transaction of its cause: to the address and by the name they have now.

import type { Tx } from '../../../core/db/transaction.ts';
import type { Jobs } from '../../../core/jobs.ts';
import { enqueueEmail, type TemplateData, type TemplateName } from '../../../providers/email/index.ts';
import { findCustomerWithUser } from './queries.ts';

/** Writes the job of one mail; amounts in cents. Throws when there is no such customer. */
export async function mailInvestor<Name extends TemplateName>(
  tx: Tx,
  deps: { jobs: Jobs },
  mail: { customerId: string; template: Name; data: Omit<TemplateData<Name>, 'firstName'> },
): Promise<void> {
  const customer = await findCustomerWithUser(tx, mail.customerId);
  if (!customer) throw new Error(`there is no customer ${mail.customerId}`);
  const firstName = customer.firstName === null ? {} : { firstName: customer.firstName };
  // Border: a template's data is what was given and the first name; TypeScript cannot put a generic type together again.
  const data = { ...mail.data, ...firstName } as TemplateData<Name>;
  await enqueueEmail(tx, deps, { to: customer.email, template: mail.template, data });
}
