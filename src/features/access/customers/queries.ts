// SQL that reads and locks customers. with-user-queries.ts reads them with their user, write-queries.ts changes them.

import { type Kysely, type Selectable, sql } from 'kysely';
import { compiledOnce, quickRead } from '../../../core/db/compiled.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId, Customer as CustomerRow, DB } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CustomerType, FrozenSource, KycStatus, OnboardingVersion, ProviderKind } from './rules.ts';

/** The profile that an investor has saved; all null before the first save. */
export type CustomerProfile = {
  firstName: string | null;
  lastName: string | null;
  citizenship: string | null;
  city: string | null;
  cityOfBirth: string | null;
  country: string | null;
  countryOfBirth: string | null;
  dateOfBirth: Temporal.PlainDate | null;
  phone: string | null;
  postcode: string | null;
  sex: 'female' | 'male' | null;
  street: string | null;
};

/** An investor. `providerInternalId` is null until the provider has the account. */
export type Customer = CustomerProfile & {
  id: CustomerId;
  userId: string;
  onboardingVersion: OnboardingVersion;
  kycStatus: KycStatus;
  providerInternalId: number | null;
  /** Whether the provider has them as a person or an entity; null until it has them. */
  providerKind: ProviderKind | null;
  providerStatus: number | null;
  providerBlocked: boolean;
  /** When the provider answered last about them. */
  providerReadAt: Temporal.Instant | null;
  frozenAt: Temporal.Instant | null;
  frozenReason: string | null;
  frozenSource: FrozenSource | null;
  canSeeRoyalty: boolean;
  isCompanyAccount: boolean;
  informationCompletedAt: Temporal.Instant | null;
  documentsCompletedAt: Temporal.Instant | null;
  hasIdentityDocument: boolean;
  referralCode: string;
  referrerCustomerId: CustomerId | null;
  customerType: CustomerType | null;
  createdAt: Temporal.Instant;
  /** Another one after each change of the row. */
  rowVersion: string;
};

const hasIdentityDocument =
  sql<boolean>`exists (select from identity_document where identity_document.customer_id = customer.id)`.as(
    'has_identity_document',
  );

const rowVersion = sql<string>`customer.xmin::text`.as('row_version');

/** The columns of {@link toCustomer}. */
export function selectCustomer(db: Kysely<DB>) {
  return db.selectFrom('customer').selectAll('customer').select([hasIdentityDocument, rowVersion]);
}

const findById = quickRead((db, { customerId }: { customerId: CustomerId }) =>
  selectCustomer(db).where('customer.id', '=', customerId),
);

/** The customer with this id. */
export async function findCustomer(db: Database | Tx, customerId: CustomerId): Promise<Customer | undefined> {
  const [row] = await findById(db, { customerId });
  return row && toCustomer(row);
}

/** Those of these customers that there are. */
export async function findCustomers(db: Database | Tx, customerIds: readonly CustomerId[]): Promise<Map<CustomerId, Customer>> {
  const rows = await selectCustomer(db)
    .where('customer.id', '=', (any) => any.fn.any(any.val([...customerIds])))
    .execute();
  return new Map(rows.map((row) => [row.id, toCustomer(row)]));
}

const lockById = compiledOnce((db, { customerId }: { customerId: CustomerId }) =>
  selectCustomer(db).where('customer.id', '=', customerId).forNoKeyUpdate('customer'),
);

/** The customer with this id, locked against other changes until the end of the transaction. */
export async function lockCustomer(tx: Tx, customerId: CustomerId): Promise<Customer | undefined> {
  const [row] = await lockById(tx, { customerId });
  return row && toCustomer(row);
}

/** The same lock for several customers, in the order of their ids. */
export async function lockCustomers(tx: Tx, customerIds: readonly CustomerId[]): Promise<Map<CustomerId, Customer>> {
  const rows = await selectCustomer(tx)
    .where('customer.id', '=', (any) => any.fn.any(any.val([...customerIds])))
    .orderBy('customer.id')
    .forNoKeyUpdate('customer')
    .execute();
  return new Map(rows.map((row) => [row.id, toCustomer(row)]));
}

/** Whether there is a customer with this id. */
export async function hasCustomer(db: Database, customerId: CustomerId): Promise<boolean> {
  const row = await db.selectFrom('customer').select('id').where('id', '=', customerId).executeTakeFirst();
  return row !== undefined;
}

const findVersion = quickRead((db, { customerId }: { customerId: CustomerId }) =>
  db.selectFrom('customer').select('provider_sync_version as version').where('id', '=', customerId),
);

/** Version of the last state that was read at the provider and written; undefined when there is no such customer. */
export async function readCustomerVersion(db: Database, customerId: CustomerId): Promise<number | undefined> {
  const [row] = await findVersion(db, { customerId });
  return row?.version;
}

/** A row of {@link selectCustomer}. */
export type CustomerColumns = Selectable<CustomerRow> & { has_identity_document: boolean; row_version: string };

export function toCustomer(row: CustomerColumns): Customer {
  return {
    id: row.id,
    userId: row.user_id,
    onboardingVersion: row.onboarding_version,
    kycStatus: row.kyc_status,
    providerInternalId: row.provider_internal_id,
    providerKind: row.provider_kind,
    providerStatus: row.provider_status,
    providerBlocked: row.provider_blocked,
    providerReadAt: row.provider_read_at,
    frozenAt: row.frozen_at,
    frozenReason: row.frozen_reason,
    frozenSource: row.frozen_source,
    canSeeRoyalty: row.can_see_royalty,
    isCompanyAccount: row.is_company_account,
    informationCompletedAt: row.information_completed_at,
    documentsCompletedAt: row.documents_completed_at,
    hasIdentityDocument: row.has_identity_document,
    referralCode: row.referral_code,
    referrerCustomerId: row.referrer_customer_id,
    customerType: row.customer_type,
    firstName: row.first_name,
    lastName: row.last_name,
    citizenship: row.citizenship,
    city: row.city,
    cityOfBirth: row.city_of_birth,
    country: row.country,
    countryOfBirth: row.country_of_birth,
    dateOfBirth: row.date_of_birth,
    phone: row.phone,
    postcode: row.postcode,
    sex: row.sex,
    street: row.street,
    createdAt: row.created_at,
    rowVersion: row.row_version,
  };
}

/** Id of the investor with this address, in upper or lower case. */
export async function findCustomerIdByEmail(db: Database | Tx, email: string): Promise<CustomerId | undefined> {
  const row = await db
    .selectFrom('customer')
    .innerJoin('auth_user', 'auth_user.id', 'customer.user_id')
    .select('customer.id')
    .where((eb) => eb(eb.fn('lower', ['auth_user.email']), '=', email.toLowerCase()))
    .executeTakeFirst();
  return row?.id;
}

/** The company account's id; undefined while there is none. */
export async function findCompanyAccountId(tx: Tx): Promise<CustomerId | undefined> {
  const row = await tx.selectFrom('customer').select('id').where('is_company_account', '=', true).executeTakeFirst();
  return row?.id;
}
