// SQL that reads customers together with their user of the session layer, identity documents, company and pending correction.

import { type Kysely, type Selectable, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { quickRead } from '../../../core/db/compiled.ts';
import { containing } from '../../../core/db/containing.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId, DB, IdentityDocument } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/cursor.ts';
import type { Company } from './company-queries.ts';
import { type Customer, type CustomerColumns, selectCustomer, toCustomer } from './queries.ts';
import type { KycStatus } from './rules.ts';

type UserColumns = { email: string; emailVerified: boolean; name: string };
type IdentityDocuments = {
  identityDocuments: (Pick<Selectable<IdentityDocument>, 'type' | 'status' | 'name'> & { providerId: number | null })[];
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

const findWithUser = quickRead((db, { customerId }: { customerId: CustomerId }) =>
  selectWithUser(db).where('customer.id', '=', customerId),
);

/** The customer with this id; identity documents oldest first. */
export async function findCustomerWithUser(db: Database | Tx, customerId: CustomerId): Promise<CustomerWithUser | undefined> {
  const [row] = await findWithUser(db, { customerId });
  return row && toCustomerWithUser(row);
}

/** Filters of the administrators' list. `email` is any part of the address, in upper or lower case (A-customers-6). */
export type CustomerFilters = { email?: string; search?: string; kycStatus?: KycStatus; frozen?: boolean };

/** Customers newest first, one more than `limit` when there are more. */
export async function findCustomersPage(
  db: Database,
  filters: CustomerFilters,
  page: { limit: number; after: CursorKey | undefined },
) {
  const { email, search, kycStatus, frozen } = filters;
  let query = selectWithUser(db);
  if (email !== undefined) query = query.where(sql<boolean>`lower(auth_user.email) like ${containing(email)}`);
  if (search !== undefined) query = query.where('customer.id', 'in', idsFoundBy(search.trim()));
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

/** An id, or any part of a name, a company or an address, or the end of an IBAN: each by an index of its own. */
function idsFoundBy(text: string) {
  if (UUID.test(text)) return sql<CustomerId>`(select ${text.toLowerCase()}::uuid)`;
  const part = containing(text);
  const iban = text.replaceAll(/\s/g, '').toUpperCase();
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
    from payment_method
    where length(${iban}) >= 4 and "right"(iban, 4) = "right"(${iban}, 4) and "right"(iban, length(${iban})) = ${iban}
    union
    select customer_id
    from deposit_account
    where length(${iban}) >= 4 and "right"(iban, 4) = "right"(${iban}, 4) and "right"(iban, length(${iban})) = ${iban}
  )`;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

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
