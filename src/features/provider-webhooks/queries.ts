// All SQL of the provider's webhooks.

import { sql } from 'kysely';
import type { Database } from '../../core/db/pool.ts';
import type { Tx } from '../../core/db/transaction.ts';
import { newId } from '../../core/ids.ts';
import type { KycStatus } from '../customers/index.ts';
import { NOTIFICATIONS, type NotificationName } from './rules.ts';

/** Keeps a notification as it came, or counts one more delivery of it. Answers the event's id. */
export async function storeEvent(
  tx: Tx,
  event: { name: NotificationName; fingerprint: string; payload: unknown; at: Temporal.Instant },
): Promise<string> {
  const { id } = await tx
    .insertInto('provider_event')
    .values({
      id: newId(),
      path: event.name,
      fingerprint: event.fingerprint,
      payload: JSON.stringify(event.payload),
      received_at: event.at,
    })
    .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet({ deliveries: sql`provider_event.deliveries + 1` }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The event needs nothing more; `refusal` says why it had no effect, when it was not usable. */
export async function markProcessed(tx: Tx, id: string, done: { at: Temporal.Instant; refusal?: string }): Promise<void> {
  await tx
    .updateTable('provider_event')
    .set({ processed_at: done.at, last_error: done.refusal ?? null })
    .where('id', '=', id)
    .execute();
}

/** The event waits for a replay. */
export async function markFailed(tx: Tx, id: string, error: string): Promise<void> {
  await tx.updateTable('provider_event').set({ processed_at: null, last_error: error }).where('id', '=', id).execute();
}

/** Events that were received since `since` and had no effect yet, oldest first. */
export async function listUnprocessed(db: Database, since: Temporal.Instant, limit: number) {
  const rows = await db
    .selectFrom('provider_event')
    .select(['id', 'path', 'payload'])
    .where('processed_at', 'is', null)
    .where('received_at', '>=', since)
    .orderBy('received_at')
    .limit(limit)
    .execute();
  return rows.flatMap(({ id, path, payload }) => {
    const name = NOTIFICATIONS.find((candidate) => candidate === path);
    return name === undefined ? [] : [{ id, name, payload }];
  });
}

/** Whether there is an investor with this id. */
export async function customerExists(db: Database, customerId: string): Promise<boolean> {
  const row = await db.selectFrom('customer').select('id').where('id', '=', customerId).executeTakeFirst();
  return row !== undefined;
}

/** The SPV whose provider account has this id. */
export async function findSpvId(db: Database, providerExternalId: string): Promise<string | undefined> {
  const row = await db.selectFrom('spv').select('id').where('provider_external_id', '=', providerExternalId).executeTakeFirst();
  return row?.id;
}

/** What was read of an account at the provider. */
export type AccountState = { rawStatus: number; blocked: boolean; internalId: number };

/** The investor whose onboarding account (v2) has this id. */
export async function findCustomerOfOnboarding(db: Database, onboardingAccountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('customer')
    .select('id')
    .where('provider_onboarding_account_id', '=', onboardingAccountId)
    .executeTakeFirst();
  return row?.id;
}

/**
 * Notes the onboarding account of an investor who has none and is v2, or becomes it now because nothing of v1 has begun;
 * changes nothing otherwise. One that somebody else has violates `customer_provider_onboarding_account_id_key`.
 */
export async function linkOnboardingAccount(tx: Tx, customerId: string, onboardingAccountId: string): Promise<void> {
  await tx
    .updateTable('customer')
    .set({
      provider_onboarding_account_id: onboardingAccountId,
      onboarding_version: 'v2',
      // Whoever is reading the account by its old version reads again.
      provider_sync_version: sql`provider_sync_version + 1`,
    })
    .where('id', '=', customerId)
    .where('provider_onboarding_account_id', 'is', null)
    .where((customer) =>
      customer.or([
        customer('onboarding_version', '=', 'v2'),
        customer.and([
          customer('kyc_status', '=', 'notStarted'),
          customer.not(
            customer.exists(
              customer.selectFrom('identity_document').select('id').whereRef('identity_document.customer_id', '=', 'customer.id'),
            ),
          ),
        ]),
      ]),
    )
    .execute();
}

/** Writes what was read of an investor; the number that the provider knows the account by is noted once. `account` null: not read. */
export async function writeInvestorState(
  tx: Tx,
  customerId: string,
  { kycStatus, account }: { kycStatus: KycStatus; account: AccountState | null },
): Promise<void> {
  await tx
    .updateTable('customer')
    .set({
      kyc_status: kycStatus,
      ...(account && {
        provider_status: account.rawStatus,
        provider_blocked: account.blocked,
        provider_internal_id: sql<number>`coalesce(provider_internal_id, ${account.internalId})`,
      }),
    })
    .where('id', '=', customerId)
    .execute();
}

/** KYB status of an SPV whose row the caller holds. */
export async function findKybStatus(tx: Tx, spvId: string): Promise<KycStatus | undefined> {
  const row = await tx.selectFrom('spv').select('kyb_status as kybStatus').where('id', '=', spvId).executeTakeFirst();
  return row?.kybStatus;
}

/** Writes the state of an SPV's account. */
export async function writeSpvState(
  tx: Tx,
  spvId: string,
  state: AccountState & { kybStatus: KycStatus; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('spv')
    .set({
      kyb_status: state.kybStatus,
      provider_status: state.rawStatus,
      provider_blocked: state.blocked,
      updated_at: state.at,
    })
    .where('id', '=', spvId)
    .execute();
}
