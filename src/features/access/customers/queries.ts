// SQL that reads and locks customers. What changes one is in write-queries.ts.

import { type Selectable, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Database } from '../../../core/db/pool.ts';
import type { Customer as CustomerRow, IdentityDocument } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/cursor.ts';
import type { Company } from './company-queries.ts';
import type { CustomerType, FrozenSource, KycStatus, OnboardingVersion } from './rules.ts';

/** What an investor told of themself; all null until the profile is saved. */
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

/** An investor. `providerInternalId` is null until the provider knows the account. */
export type Customer = CustomerProfile & {
  id: string;
  userId: string;
  onboardingVersion: OnboardingVersion;
  kycStatus: KycStatus;
  providerInternalId: number | null;
  providerOnboardingAccountId: string | null;
  providerStatus: number | null;
  providerBlocked: boolean;
  frozenAt: Temporal.Instant | null;
  frozenReason: string | null;
  frozenSource: FrozenSource | null;
  canSeeRoyalty: boolean;
  isCompanyAccount: boolean;
  informationCompletedAt: Temporal.Instant | null;
  documentsCompletedAt: Temporal.Instant | null;
  hasIdentityDocument: boolean;
  referralCode: string;
  referrerCustomerId: string | null;
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

function selectCustomer(db: Database | Tx) {
  return db.selectFrom('customer').selectAll('customer').select([hasIdentityDocument, rowVersion]);
}

/** The customer with this id. */
export async function findCustomer(db: Database | Tx, customerId: string): Promise<Customer | undefined> {
  const row = await selectCustomer(db).where('customer.id', '=', customerId).executeTakeFirst();
  return row && toCustomer(row);
}

/** The customer of a user of the session layer. */
export async function findCustomerByUser(db: Database | Tx, userId: string): Promise<Customer | undefined> {
  const row = await selectCustomer(db).where('customer.user_id', '=', userId).executeTakeFirst();
  return row && toCustomer(row);
}

/** The same, locked against other changes until the end of the transaction. */
export async function lockCustomer(tx: Tx, customerId: string): Promise<Customer | undefined> {
  const row = await selectCustomer(tx).where('customer.id', '=', customerId).forNoKeyUpdate('customer').executeTakeFirst();
  return row && toCustomer(row);
}

/** Whether there is a customer with this id. */
export async function hasCustomer(db: Database, customerId: string): Promise<boolean> {
  const row = await db.selectFrom('customer').select('id').where('id', '=', customerId).executeTakeFirst();
  return row !== undefined;
}

/** Version of what was last read at the provider and written about the customer; undefined when there is none. */
export async function readCustomerVersion(db: Database, customerId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('customer')
    .select('provider_sync_version as version')
    .where('id', '=', customerId)
    .executeTakeFirst();
  return row?.version;
}

type CustomerColumns = Selectable<CustomerRow> & { has_identity_document: boolean; row_version: string };

function toCustomer(row: CustomerColumns): Customer {
  return {
    id: row.id,
    userId: row.user_id,
    onboardingVersion: row.onboarding_version,
    kycStatus: row.kyc_status,
    providerInternalId: row.provider_internal_id,
    providerOnboardingAccountId: row.provider_onboarding_account_id,
    providerStatus: row.provider_status,
    providerBlocked: row.provider_blocked,
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

function selectWithUser(db: Database | Tx) {
  return selectCustomer(db)
    .innerJoin('auth_user', 'auth_user.id', 'customer.user_id')
    .select(['auth_user.email', 'auth_user.emailVerified', 'auth_user.name', 'auth_user.twoFactorEnabled'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('identity_document')
          .select(['type', 'status', 'name', 'provider_id as providerId'])
          .whereRef('identity_document.customer_id', '=', 'customer.id')
          .orderBy('identity_document.created_at')
          .orderBy('identity_document.id'),
      ).as('identityDocuments'),
    )
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom('customer_company')
          .select([
            'customer_company.registration_number as registrationNumber',
            'customer_company.name',
            'customer_company.street',
            'customer_company.postcode',
            'customer_company.city',
            'customer_company.country',
          ])
          .whereRef('customer_company.customer_id', '=', 'customer.id'),
      ).as('company'),
    )
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom('profile_correction')
          .select([
            'profile_correction.id',
            // Border: the room of corrections wrote these fields as texts.
            sql<PendingCorrection['changes']>`profile_correction.changes`.as('changes'),
            sql<string>`profile_correction.created_at`.as('requestedAt'),
            sql<boolean>`profile_correction.sent_at is not null`.as('isSent'),
          ])
          .whereRef('profile_correction.customer_id', '=', 'customer.id')
          .where('profile_correction.status', '=', sql.lit('pending' as const)),
      ).as('pendingCorrection'),
    );
}

/** A customer with what the session layer knows of them and their identity documents, oldest first. */
export async function findCustomerWithUser(db: Database | Tx, customerId: string): Promise<CustomerWithUser | undefined> {
  const row = await selectWithUser(db).where('customer.id', '=', customerId).executeTakeFirst();
  return row && toCustomerWithUser(row);
}

/** Id of the investor with this address, case apart. */
export async function findCustomerIdByEmail(db: Database | Tx, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('customer')
    .innerJoin('auth_user', 'auth_user.id', 'customer.user_id')
    .select('customer.id')
    .where((eb) => eb(eb.fn('lower', ['auth_user.email']), '=', email.toLowerCase()))
    .executeTakeFirst();
  return row?.id;
}

/** The company account's id; undefined while there is none. */
export async function findCompanyAccountId(tx: Tx): Promise<string | undefined> {
  const row = await tx.selectFrom('customer').select('id').where('is_company_account', '=', true).executeTakeFirst();
  return row?.id;
}

/** Filters of the administrator's list. `email` is any part of the address, case apart (A-customers-6). */
export type CustomerFilters = { email?: string; kycStatus?: KycStatus; frozen?: boolean };

/** Customers newest first, one more than `limit` when there are more. */
export async function findCustomersPage(
  db: Database,
  filters: CustomerFilters,
  page: { limit: number; after: CursorKey | undefined },
) {
  const { email, kycStatus, frozen } = filters;
  let query = selectWithUser(db);
  if (email !== undefined) query = query.where(sql<boolean>`position(lower(${email}) in lower(auth_user.email)) > 0`);
  if (kycStatus !== undefined) query = query.where('customer.kyc_status', '=', kycStatus);
  if (frozen !== undefined) query = query.where('customer.frozen_at', frozen ? 'is not' : 'is', null);
  if (page.after) query = query.where(sql<boolean>`(customer.created_at, customer.id) < (${page.after.at}, ${page.after.id})`);
  const rows = await query
    .orderBy('customer.created_at', 'desc')
    .orderBy('customer.id', 'desc')
    .limit(page.limit + 1)
    .execute();
  return rows.map(toCustomerWithUser);
}

type KnownToSessions = { email: string; emailVerified: boolean; name: string };
type IdentityDocuments = {
  identityDocuments: (Pick<Selectable<IdentityDocument>, 'type' | 'status' | 'name'> & { providerId: number | null })[];
};

/** A correction that the investor waits for; from `isSent` on the provider may have its values. */
type PendingCorrection = {
  id: string;
  changes: Partial<Record<'firstName' | 'lastName' | 'phone' | 'street' | 'postcode' | 'city' | 'country', string>>;
  requestedAt: string;
  isSent: boolean;
};

type Joined = { company: Company | null; pendingCorrection: PendingCorrection | null };

/** A customer, what the session layer knows of them, their identity documents, the company that a business handed in, and their correction. */
export type CustomerWithUser = Customer & KnownToSessions & IdentityDocuments & Joined & { mfaEnabled: boolean };

function toCustomerWithUser(
  row: CustomerColumns & KnownToSessions & IdentityDocuments & Joined & { twoFactorEnabled: boolean | null },
): CustomerWithUser {
  return {
    ...toCustomer(row),
    email: row.email,
    emailVerified: row.emailVerified,
    name: row.name,
    mfaEnabled: row.twoFactorEnabled === true,
    identityDocuments: row.identityDocuments,
    company: row.company,
    pendingCorrection: row.pendingCorrection,
  };
}
