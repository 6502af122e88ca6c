// SQL of the company that a business investor has handed in.

import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CompanyKind } from './rules.ts';

/** A company with its address; `registrationNumber` is its SIREN, `country` an alpha-3 code. */
export type Company = {
  registrationNumber: string;
  name: string;
  street: string;
  postcode: string;
  city: string;
  country: string;
  /** As the registry has it. */
  registrationDate: string | null;
  kind: CompanyKind;
};

/** Writes the company of an investor, replacing an earlier one. The caller holds the customer's lock. */
export async function writeCompany(tx: Tx, customerId: CustomerId, company: Company, at: Temporal.Instant): Promise<void> {
  const { registrationNumber, registrationDate, ...rest } = company;
  const columns = {
    registration_number: registrationNumber,
    registration_date: registrationDate === null ? null : Temporal.PlainDate.from(registrationDate),
    ...rest,
    updated_at: at,
  };
  await tx
    .insertInto('customer_company')
    .values({ customer_id: customerId, created_at: at, ...columns })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(columns))
    .execute();
}

/** Whether the investor has handed in a company. */
export async function hasCompany(tx: Tx, customerId: CustomerId): Promise<boolean> {
  const row = await tx
    .selectFrom('customer_company')
    .select('customer_id')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row !== undefined;
}
