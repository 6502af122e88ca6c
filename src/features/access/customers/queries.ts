// SQL that reads and locks customers, without or with their user of the session layer, documents, company and pending correction;
// write-queries.ts changes them.

import { type Kysely, type Selectable, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { DataCipher } from '../../../core/data-cipher.ts';
import { compiledOnce, pipelinedRead } from '../../../core/db/driver/compiled.ts';
import type { Database } from '../../../core/db/pool.ts';
import { containing } from '../../../core/db/sql-fragments.ts';
import type { CustomerId, Customer as CustomerRow, DB, IdentityDocument } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import { UUID } from '../../../core/uuid.ts';
import type { CompanyKind, CustomerType, FrozenSource, KycStatus, OnboardingVersion, ProviderKind } from './rules.ts';

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
  /** Since when the account is closed. */
  closedAt: Temporal.Instant | null;
  /** Another one after each change of the row. */
  rowVersion: string;
};

const hasIdentityDocument =
  sql<boolean>`exists (select from identity_document where identity_document.customer_id = customer.id)`.as(
    'has_identity_document',
  );

const rowVersion = sql<string>`customer.xmin::text`.as('row_version');

/** The columns of {@link toCustomer}. */
function selectCustomer(db: Kysely<DB>) {
  return db.selectFrom('customer').selectAll('customer').select([hasIdentityDocument, rowVersion]);
}

const findById = pipelinedRead((db, { customerId }: { customerId: CustomerId }) =>
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

const findVersion = pipelinedRead((db, { customerId }: { customerId: CustomerId }) =>
  db.selectFrom('customer').select('provider_sync_version as version').where('id', '=', customerId),
);

/** Version of the last state that was read at the provider and written; undefined when there is no such customer. */
export async function readCustomerVersion(db: Database, customerId: CustomerId): Promise<number | undefined> {
  const [row] = await findVersion(db, { customerId });
  return row?.version;
}

/** A row of {@link selectCustomer}. */
export type CustomerColumns = Selectable<CustomerRow> & { has_identity_document: boolean; row_version: string };

function toCustomer(row: CustomerColumns): Customer {
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
    closedAt: row.closed_at,
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

// SQL of the company that a business investor has handed in.

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

// SQL that reads customers together with their user of the session layer, identity documents, company and pending correction.

type UserColumns = { email: string; emailVerified: boolean; name: string };
type IdentityDocuments = {
  identityDocuments: (Pick<Selectable<IdentityDocument>, 'type' | 'status' | 'name'> & {
    providerId: number | null;
    refusalReason: Selectable<IdentityDocument>['refusal_reason'];
  })[];
};

/** A correction that is not decided yet; with `isSent` the provider may have its values already. */
type PendingCorrection = {
  id: string;
  changes: Partial<Record<'firstName' | 'lastName' | 'phone' | 'street' | 'postcode' | 'city' | 'country', string>>;
  requestedAt: string;
  isSent: boolean;
};

type Joined = { company: Company | null; pendingCorrection: PendingCorrection | null };

/** A customer with their user, identity documents, the company that a business handed in, and the pending correction. */
export type CustomerWithUser = Customer & UserColumns & IdentityDocuments & Joined & { mfaEnabled: boolean };

function selectWithUser(db: Kysely<DB>) {
  return selectCustomer(db)
    .innerJoin('auth_user', 'auth_user.id', 'customer.user_id')
    .select(['auth_user.email', 'auth_user.emailVerified', 'auth_user.name', 'auth_user.twoFactorEnabled'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('identity_document')
          .select(['type', 'status', 'name', 'provider_id as providerId', 'refusal_reason as refusalReason'])
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
            'customer_company.kind',
            sql<string | null>`customer_company.registration_date::text`.as('registrationDate'),
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
            // Border: the room profile-corrections writes this document, these fields with texts.
            sql<PendingCorrection['changes']>`profile_correction.changes`.as('changes'),
            sql<string>`profile_correction.created_at`.as('requestedAt'),
            sql<boolean>`profile_correction.sent_at is not null`.as('isSent'),
          ])
          .whereRef('profile_correction.customer_id', '=', 'customer.id')
          .where('profile_correction.status', '=', sql.lit('pending' as const)),
      ).as('pendingCorrection'),
    );
}

const findWithUser = pipelinedRead((db, { customerId }: { customerId: CustomerId }) =>
  selectWithUser(db).where('customer.id', '=', customerId),
);

/** The customer with this id; identity documents oldest first. */
export async function findCustomerWithUser(db: Database | Tx, customerId: CustomerId): Promise<CustomerWithUser | undefined> {
  const [row] = await findWithUser(db, { customerId });
  return row && toCustomerWithUser(row);
}

/** Filters of the administrators' list. `email` is any part of the address, in upper or lower case. */
export type CustomerFilters = { email?: string; search?: string; kycStatus?: KycStatus; frozen?: boolean };

/** Customers newest first, one more than `limit` when there are more. */
export async function findCustomersPage(
  db: Database,
  cipher: DataCipher,
  filters: CustomerFilters,
  page: { limit: number; after: CursorKey | undefined },
) {
  const { email, search, kycStatus, frozen } = filters;
  let query = selectWithUser(db);
  if (email !== undefined) query = query.where(sql<boolean>`lower(auth_user.email) like ${containing(email)}`);
  if (search !== undefined) query = query.where('customer.id', 'in', idsFoundBy(search.trim(), cipher));
  if (kycStatus !== undefined) query = query.where('customer.kyc_status', '=', kycStatus);
  if (frozen !== undefined) query = query.where('customer.frozen_at', frozen ? 'is not' : 'is', null);
  if (page.after) {
    const { at, id } = page.after;
    query = query.where(sql<boolean>`(customer.created_at, customer.id) < (${at}, ${id})`);
  }
  const rows = await query
    .orderBy('customer.created_at', 'desc')
    .orderBy('customer.id', 'desc')
    .limit(page.limit + 1)
    .execute();
  return rows.map(toCustomerWithUser);
}

/** An id, or any part of a name, a company or an address, or an IBAN, whole or its last four characters: each by its own index. */
function idsFoundBy(text: string, cipher: DataCipher) {
  if (UUID.test(text)) return sql<CustomerId>`(select ${text.toLowerCase()}::uuid)`;
  const part = containing(text);
  const iban = text.replaceAll(/\s/g, '').toUpperCase();
  const digests = cipher.digests(iban, 'iban');
  return sql<CustomerId>`(
    select customer.id
    from auth_user
    join customer on customer.user_id = auth_user.id
    where lower(auth_user.email || ' ' || auth_user.name) like ${part}
    union
    select id
    from customer
    where lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) like ${part}
    union
    select customer_id
    from customer_company
    where lower(name) like ${part}
    union
    select customer_id
    from bank_account
    where iban_end = ${iban} or iban_digest = any (${digests}::bytea[])
    union
    select customer_id
    from deposit_account
    where iban_end = ${iban} or iban_digest = any (${digests}::bytea[])
  )`;
}

function toCustomerWithUser(
  row: CustomerColumns & UserColumns & IdentityDocuments & Joined & { twoFactorEnabled: boolean | null },
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
