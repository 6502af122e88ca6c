// Mails of gift cards that go to a customer: the buyer or the redeemer, by the name of their profile.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueEmail, type TemplateData } from '../../../providers/email/index.ts';
import { findCustomerWithUser } from '../../access/customers/index.ts';

type CustomerMail =
  | 'gift-card-bought'
  | 'gift-card-declined'
  | 'gift-card-redeemed'
  | 'gift-card-not-redeemed'
  | 'gift-card-refunded';

/** Writes the job of one mail; amounts in cents. */
export async function mailCustomer<Name extends CustomerMail>(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  customerId: string,
  template: Name,
  data: Omit<TemplateData<Name>, 'firstName'>,
): Promise<void> {
  const customer = await findCustomerWithUser(tx, customerId);
  if (!customer) throw new Error(`there is no customer ${customerId}`);
  const firstName = customer.firstName === null ? {} : { firstName: customer.firstName };
  // Border: a template's data is what was given and the first name; TypeScript cannot put a generic type together again.
  await enqueueEmail(tx, deps, { to: customer.email, template, data: { ...data, ...firstName } as TemplateData<Name> });
}
