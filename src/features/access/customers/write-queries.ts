// All SQL that changes a customer, for every room: no other file writes the table.

import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { compiledOnce } from '../../../core/db/driver/compiled.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { CustomerProfile } from './queries.ts';
import { type CustomerType, type FrozenSource, type KycStatus, type OnboardingVersion, referralCodeOf } from './rules.ts';

const CODE_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 4;
const MAX_CODE_ATTEMPTS = 10;

/**
 * Inserts the customer of a user unless there is one, and returns its id. The referral code is made from `name`; when the code is
 * taken, another one is tried. Throws when all attempts were taken.
 */
export async function insertCustomerOnce(
  tx: Tx,
  user: { userId: string; name: string; onboardingVersion: OnboardingVersion; at: Temporal.Instant },
): Promise<CustomerId> {
  for (let attempt = 1; attempt <= MAX_CODE_ATTEMPTS; attempt += 1) {
    const random = Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
    const inserted = await tx
      .insertInto('customer')
      .values({
        id: newId(),
        user_id: user.userId,
        onboarding_version: user.onboardingVersion,
        referral_code: referralCodeOf(user.name, random),
        created_at: user.at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    const known =
      inserted ?? (await tx.selectFrom('customer').select('id').where('user_id', '=', user.userId).executeTakeFirst());
    if (known) return known.id;
  }
  throw new Error('no free referral code after several attempts');
}

/** Freezes a customer; false when they were frozen already, which keeps the first reason. */
export async function freezeCustomer(
  tx: Tx,
  freeze: { customerId: CustomerId; source: FrozenSource; reason: string; at: Temporal.Instant },
): Promise<boolean> {
  const frozen = await tx
    .updateTable('customer')
    .set({ frozen_at: freeze.at, frozen_source: freeze.source, frozen_reason: freeze.reason })
    .where('id', '=', freeze.customerId)
    .where('frozen_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return frozen !== undefined;
}

/** Ends a freeze of any source; false when there was none. */
export async function unfreezeCustomer(tx: Tx, customerId: CustomerId): Promise<boolean> {
  const free = await tx
    .updateTable('customer')
    .set({ frozen_at: null, frozen_source: null, frozen_reason: null })
    .where('id', '=', customerId)
    .where('frozen_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return free !== undefined;
}

/** Closes an account, for good. The caller holds the customer's lock. */
export async function closeCustomer(tx: Tx, customerId: CustomerId, at: Temporal.Instant): Promise<void> {
  await tx.updateTable('customer').set({ closed_at: at }).where('id', '=', customerId).where('closed_at', 'is', null).execute();
}

/** Grants or revokes a customer's access to royalty properties and the secondary market. */
export async function setCanSeeRoyalty(tx: Tx, customerId: CustomerId, canSeeRoyalty: boolean): Promise<void> {
  await tx.updateTable('customer').set({ can_see_royalty: canSeeRoyalty }).where('id', '=', customerId).execute();
}

/** The fields of the profile that an investor may send; a field left out keeps its saved value. */
export type ProfileChanges = { customerType?: CustomerType } & {
  [Field in keyof CustomerProfile]?: Exclude<CustomerProfile[Field], null>;
};

/** Writes the fields of the profile that were sent; the form counts as completed from its first save on. */
export async function writeProfile(tx: Tx, customerId: CustomerId, changes: ProfileChanges, at: Temporal.Instant): Promise<void> {
  const columns = {
    customer_type: changes.customerType,
    first_name: changes.firstName,
    last_name: changes.lastName,
    citizenship: changes.citizenship,
    city: changes.city,
    city_of_birth: changes.cityOfBirth,
    country: changes.country,
    country_of_birth: changes.countryOfBirth,
    date_of_birth: changes.dateOfBirth,
    phone: changes.phone,
    postcode: changes.postcode,
    sex: changes.sex,
    street: changes.street,
  };
  const sent = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  await tx
    .updateTable('customer')
    .set({ ...sent, information_completed_at: sql`coalesce(information_completed_at, ${at})` })
    .where('id', '=', customerId)
    .execute();
}

/** Marks forms.documents as completed; keeps the first time. */
export async function markDocumentsCompleted(tx: Tx, customerId: CustomerId, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('customer')
    .set({ documents_completed_at: at })
    .where('id', '=', customerId)
    .where('documents_completed_at', 'is', null)
    .execute();
}

/** Writes the number under which the provider keeps the account. */
export async function writeProviderInternalId(tx: Tx, customerId: CustomerId, internalId: number): Promise<void> {
  await tx.updateTable('customer').set({ provider_internal_id: internalId }).where('id', '=', customerId).execute();
}

type KycChange = {
  customerId: CustomerId;
  from: KycStatus;
  to: KycStatus;
  rawStatus: number | null;
  blocked: boolean | null;
  internalId: number | null;
  kind: 'individual' | 'legal' | null;
  at: Temporal.Instant;
};

const updateKyc = compiledOnce((db, { customerId, from, to, rawStatus, blocked, internalId, kind, at }: KycChange) =>
  db
    .updateTable('customer')
    .set({
      kyc_status: to,
      provider_status: sql<number>`coalesce(${rawStatus}, provider_status)`,
      provider_blocked: sql<boolean>`coalesce(${blocked}, provider_blocked)`,
      provider_internal_id: sql<number>`coalesce(provider_internal_id, ${internalId})`,
      provider_kind: sql<'individual' | 'legal'>`coalesce(${kind}, provider_kind)`,
      // A verified identity decides it, not the profile.
      customer_type: sql<CustomerType>`
        case
          when ${to} <> 'verified' or customer_type is null then customer_type
          when ${kind} = 'legal' then 'business'
          when ${kind} = 'individual' then 'individual'
          else customer_type
        end`,
      provider_read_at: at,
    })
    .where('id', '=', customerId)
    .where('kyc_status', '=', from)
    .returning('id'),
);

/**
 * Changes KYC from one status to another, or to the same, and writes what was read of the wallet (null: not read); the provider's
 * number of it is written once. Throws when KYC is not `from`: the caller holds the customer's lock and has read the status under
 * it.
 */
export async function changeKycStatus(
  tx: Tx,
  customerId: CustomerId,
  change: {
    from: KycStatus;
    to: KycStatus;
    account: { rawStatus: number; blocked: boolean; internalId: number; kind: 'individual' | 'legal' } | null;
    at: Temporal.Instant;
  },
): Promise<void> {
  const { from, to, account, at } = change;
  const { rawStatus = null, blocked = null, internalId = null, kind = null } = account ?? {};
  const [changed] = await updateKyc(tx, { customerId, from, to, rawStatus, blocked, internalId, kind, at });
  if (!changed) throw new Error(`KYC of customer ${customerId} is not ${from}`);
}

/** The provider has an account of the investor of this kind from now on; keeps the first one. */
export async function fixProviderKind(tx: Tx, customerId: CustomerId, kind: 'individual' | 'legal'): Promise<void> {
  await tx
    .updateTable('customer')
    .set({ provider_kind: kind })
    .where('id', '=', customerId)
    .where('provider_kind', 'is', null)
    .execute();
}

/** The provider was asked about the investor and gave no answer that could be read. */
export async function markCustomerUnread(tx: Tx, customerId: CustomerId, at: Temporal.Instant): Promise<void> {
  await tx.updateTable('customer').set({ provider_unread_at: at }).where('id', '=', customerId).execute();
}

/** The provider was asked for an account and has refused it; an account that was read there keeps its kind. */
export async function releaseProviderKind(tx: Tx, customerId: CustomerId): Promise<void> {
  await tx
    .updateTable('customer')
    .set({ provider_kind: null })
    .where('id', '=', customerId)
    .where('provider_status', 'is', null)
    .where('provider_internal_id', 'is', null)
    .execute();
}

/** Makes an investor v2; a concurrent read of the provider that began before must be repeated. */
export async function makeV2(tx: Tx, customerId: CustomerId): Promise<void> {
  await tx
    .updateTable('customer')
    .set({ onboarding_version: 'v2', provider_sync_version: sql`provider_sync_version + 1` })
    .where('id', '=', customerId)
    .execute();
}

const raiseVersion = compiledOnce(
  (db, { customerId, version, next }: { customerId: CustomerId; version: number; next: number }) =>
    db
      .updateTable('customer')
      .set({ provider_sync_version: next })
      .where('id', '=', customerId)
      .where('provider_sync_version', '=', version)
      .returning('id'),
);

/** Locks the investor and raises the version, to write what was read at `version`; false when another write came first. */
export async function takeCustomerVersion(tx: Tx, customerId: CustomerId, version: number): Promise<boolean> {
  const [row] = await raiseVersion(tx, { customerId, version, next: version + 1 });
  return row !== undefined;
}

/** Marks the user's customer as welcomed and returns their id; undefined when they were already, or there is no such customer. */
export async function markWelcomed(tx: Tx, welcome: { userId: string; at: Temporal.Instant }): Promise<CustomerId | undefined> {
  const row = await tx
    .updateTable('customer')
    .set({ welcomed_at: welcome.at })
    .where('user_id', '=', welcome.userId)
    .where('welcomed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Makes this customer the company account; a second one violates `customer_one_company_account`. */
export async function markCompanyAccount(tx: Tx, customerId: CustomerId): Promise<void> {
  await tx.updateTable('customer').set({ is_company_account: true }).where('id', '=', customerId).execute();
}

/** Makes this customer an ordinary investor again. */
export async function clearCompanyAccount(tx: Tx, customerId: CustomerId): Promise<void> {
  await tx.updateTable('customer').set({ is_company_account: false }).where('id', '=', customerId).execute();
}

/** Sets the referrer of a customer who has none; an existing referrer is never replaced, also by concurrent calls. */
export async function setReferrerOnce(tx: Tx, link: { customerId: CustomerId; referrerId: CustomerId }): Promise<void> {
  await tx
    .updateTable('customer')
    .set({ referrer_customer_id: link.referrerId })
    .where('id', '=', link.customerId)
    .where('referrer_customer_id', 'is', null)
    .execute();
}
