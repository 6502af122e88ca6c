// States of investors that tests begin with: reached through the product where it has a way, and only here by SQL where it has none.

import type { CustomerId } from '../../src/core/db/tables.ts';
import { administratorOf } from './actors.ts';
import { expectStatus, type World } from './world.ts';

type Way = (world: World, customerId: CustomerId) => Promise<unknown>;

/** What the provider says of an account, by the KYC status that follows from it (provider.md#code-lists). */
const AT_PROVIDER = { verified: 6, refused: 3, outdated: 8, waitingForVerifier: 13 } as const;

const STATES = {
  frozen: (world, customerId) => setFrozen(world, customerId, true),
  free: (world, customerId) => setFrozen(world, customerId, false),
  blocked: (world, customerId) => setBlocked(world, customerId, true),
  unblocked: (world, customerId) => setBlocked(world, customerId, false),
  verified: (world, customerId) => identityIs(world, customerId, 'verified'),
  refused: (world, customerId) => identityIs(world, customerId, 'refused'),
  outdated: (world, customerId) => identityIs(world, customerId, 'outdated'),
  waitingForVerifier: (world, customerId) => identityIs(world, customerId, 'waitingForVerifier'),
  closed: async (world, customerId) => {
    const { client } = await administratorOf(world);
    const asked = { reason: 'asked for it by letter' };
    expectStatus(await client.post(`/administration/customers/${customerId}/personal-data/erasure`, asked), 200);
  },
  withoutRoyalty: async (world, customerId) => {
    const { client } = await administratorOf(world);
    expectStatus(await client.patch(`/administration/customers/${customerId}`, { canSeeRoyalty: false }), 200);
  },
  // No way leads back to the beginning once the provider has an account.
  notStarted: (world, customerId) => recordIdentity(world, customerId, 'notStarted'),
  // Profiles of the time before these fields were asked for.
  onboardingOpen: (world, customerId) => set(world, customerId, 'information_completed_at = null'),
  // The papers of a company and their review are the onboarding's own tests.
  business: (world, customerId) => set(world, customerId, `customer_type = 'business'`),
  // Accounts of the earlier onboarding at the provider; the product opens none any more.
  onboardedV2: (world, customerId) => set(world, customerId, `onboarding_version = 'v2'`),
  // An order of notifications that cannot be arranged: what we know of a block is not what the provider says.
  believedBlocked: (world, customerId) => set(world, customerId, 'provider_blocked = true'),
  believedUnblocked: (world, customerId) => set(world, customerId, 'provider_blocked = false'),
  // A profile as no version of ours takes it any more.
  withOldCitizenship: (world, customerId) => set(world, customerId, `citizenship = 'Française'`),
  withUndatedCompany: (world, customerId) =>
    // By SQL: companies of the time before the registry's day was stored.
    world.sql('update customer_company set registration_date = null where customer_id = $1', [customerId]),
  // Verified by the hosted onboarding before any profile was saved.
  nameless: (world, customerId) =>
    set(
      world,
      customerId,
      `onboarding_version = 'v2', information_completed_at = null, customer_type = null, first_name = null, last_name = null, citizenship = null,
       city = null, city_of_birth = null, country = null, country_of_birth = null, date_of_birth = null, phone = null, postcode = null,
       sex = null, street = null`,
    ),
  // Another reader of the provider's account was faster: between two statements of one function.
  overtaken: (world, customerId) => set(world, customerId, 'provider_sync_version = provider_sync_version + 1'),
} satisfies Record<string, Way>;

/** See STATES. */
export type CustomerState = keyof typeof STATES;

/** Brings an investor into a state; resolves once we know of it. */
export async function customerIs(world: World, customerId: CustomerId, state: CustomerState): Promise<void> {
  await STATES[state](world, customerId);
}

/** KYC status of somebody whom the provider does not know, or does not know yet. */
export async function recordIdentity(world: World, customerId: CustomerId, kycStatus: string): Promise<void> {
  // By SQL: the provider does not know them, and no notification leads there.
  await world.sql('update customer set kyc_status = $2 where id = $1', [customerId, kycStatus]);
}

/** Makes somebody the account of the company, as its command does: `add` answers what the database says. */
export function makeCompanyAccount(world: World, customerId: CustomerId): Promise<unknown> {
  return set(world, customerId, 'is_company_account = true');
}

/** The company of an investor of type business, as the registry had it when they signed up. */
export async function recordCompany(world: World, customerId: CustomerId): Promise<void> {
  // By SQL: these investors are verified already, with a closed profile.
  await world.sql(
    `insert into customer_company (customer_id, registration_number, name, street, postcode, city, country, created_at, updated_at)
     values ($1, '936213743', 'BRIQUE ET PIERRE', '1 RUE DE LA GARE', '75008', 'PARIS 8', 'FRA', now(), now())`,
    [customerId],
  );
}

/** When they signed up: rewards look at years, lists at pages of equal moments. */
export async function signedUpAt(world: World, customerIds: readonly CustomerId[], at: string): Promise<void> {
  // By SQL: the clock of a world does not go back.
  await world.sql('update customer set created_at = $2 where id = any ($1)', [customerIds, at]);
}

/** A customer who is gone while others still name them. Damage: no way of the product, and no constraint, allows it. */
export async function vanishCustomer(world: World, customerId: CustomerId): Promise<void> {
  await world.sql(
    `set session_replication_role = replica; delete from customer where id = '${customerId}'; set session_replication_role = default`,
  );
}

/** Documents that vanish, or have another number at the provider than we know. By SQL: between two steps of one request. */
export const documentsOf = {
  vanish: (world: World, customerId: CustomerId) =>
    world.sql('delete from identity_document where customer_id = $1', [customerId]),
  number: (world: World, customerId: CustomerId, providerId: number | null) =>
    world.sql('update identity_document set provider_id = $2 where customer_id = $1', [customerId, providerId]),
};

async function setFrozen(world: World, customerId: CustomerId, frozen: boolean): Promise<void> {
  const { client } = await administratorOf(world);
  expectStatus(await client.patch(`/administration/customers/${customerId}`, { frozen, reason: 'Contrôle' }), 200);
}

async function setBlocked(world: World, customerId: CustomerId, blocked: boolean): Promise<void> {
  await world.control('PUT', `/accounts/${customerId}/blocked`, { blocked });
  await world.until(
    async () =>
      (await world.sql('select from customer where id = $1 and provider_blocked = $2', [customerId, blocked])).length > 0,
    `blocked: ${blocked}`,
  );
}

async function identityIs(world: World, customerId: CustomerId, kycStatus: keyof typeof AT_PROVIDER): Promise<void> {
  await world.control('PUT', `/accounts/${customerId}/status`, { status: AT_PROVIDER[kycStatus] });
  await world.until(
    async () => (await world.sql('select from customer where id = $1 and kyc_status = $2', [customerId, kycStatus])).length > 0,
    `KYC ${kycStatus}`,
  );
}

function set(world: World, customerId: CustomerId, change: string): Promise<unknown> {
  // By SQL: each state says above why the product does not lead there.
  return world.sql(`update customer set ${change} where id = $1`, [customerId]);
}
