// PATCH /administration/property/:propertyId/publish: publishes a DRAFT and creates its bricks.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import type { Cents } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, INTERNAL_ERROR } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { createPrimaryBricks } from '../../../money/bricks/index.ts';
import { enqueueAutomationEvent } from '../../../providers/automation/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { scheduleFirstWave } from '../../investing/auto-investment/index.ts';
import { planBricks } from '../funding/index.ts';
import { lockProperty, PROPERTY_NOT_FOUND, type PropertyRow, propertyCacheKey } from '../project-life/index.ts';
import { findSpv, lockSpv, SPV_PROVIDER_WALLET_NOT_FOUND } from '../spvs/index.ts';
import { MUST_BE_DRAFT, PROPERTY_SPV_NOT_FOUND, PROVIDER_ACCOUNT_NOT_VALIDATED } from './errors.ts';
import { toPropertyView } from './property-view.ts';
import { findProperty, insertBrickPrice, markPublished } from './queries.ts';
import { assertFundableDraft, assertReadyToShow } from './rules.ts';
import type { PropertyView } from './view-schemas.ts';

/** What to publish; without `displayDate` the property is visible at once. */
export type PublishProperty = {
  propertyId: PropertyId;
  displayDate: Temporal.Instant | undefined;
  endUser: { address: string; userAgent: string | undefined };
  audit: RouteAudit;
};

type Terms = {
  displayDate: Temporal.Instant | undefined;
  brickPriceCents: Cents;
  now: Temporal.Instant;
  minDelayHours: number;
};

/**
 * Checks the error table from top to bottom: the draft, its SPV, the wallet at the provider, then time and images. The provider
 * is called before the transaction, in which the draft is locked and checked again, as it may have been edited meanwhile. Of two
 * concurrent publications the second gets `property.publish.must-be-draft`.
 */
export async function publishProperty(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'payments'>,
  input: PublishProperty,
): Promise<PropertyView> {
  const { propertyId, displayDate, audit } = input;
  const { config, jobs } = deps;
  const terms: Terms = {
    displayDate,
    brickPriceCents: config.BRICK_PRICE_CENTS,
    now: deps.clock.now(),
    minDelayHours: config.MIN_FUNDING_START_DATE_DELAY_FROM_NOW_IN_HOURS,
  };
  const found = await findProperty(deps.db, propertyId);
  if (!found) throw new AppError(PROPERTY_NOT_FOUND);
  assertFundableDraft(draftOf(found), terms);
  const accountId = await assertWalletValidated(deps, found.spv_id, input.endUser);

  const published = await inTransaction(deps.db, async (tx) => {
    const row = await publish(tx, propertyId, { spvId: found.spv_id, accountId }, terms);
    if (row === undefined) return undefined;
    const payload = { displayDate: row.display_date?.toString(), totalBricks: row.total_bricks };
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at: terms.now });
    await invalidate(tx, [propertyCacheKey(propertyId)]);
    await scheduleFirstWave(tx, { config }, { propertyId, at: terms.now });
    await announce(tx, { config, jobs }, row);
    return toPropertyView(row);
  });
  // The SPV or its wallet changed after the call of the provider: start again with the new one.
  return published ?? publishProperty(deps, input);
}

/** Rows 4 to 7 of the table: the SPV, its wallet, and that the provider has validated it. Returns the wallet's account id. */
async function assertWalletValidated(
  deps: Pick<AppDeps, 'db' | 'payments'>,
  spvId: SpvId | null,
  endUser: PublishProperty['endUser'],
): Promise<string> {
  const spv = spvId === null ? undefined : await findSpv(deps.db, spvId);
  if (!spv) throw new AppError(PROPERTY_SPV_NOT_FOUND);
  if (spv.providerExternalId === null) throw new AppError(SPV_PROVIDER_WALLET_NOT_FOUND);
  const account = await deps.payments.getAccount(spv.providerExternalId, {
    userAddress: endUser.address,
    userAgent: endUser.userAgent,
  });
  // A-properties-4: a wallet that the provider does not know counts as missing.
  if (!account.ok && account.kind === 'not-found') throw new AppError(SPV_PROVIDER_WALLET_NOT_FOUND);
  if (!account.ok) throw new AppError(INTERNAL_ERROR, { detail: account.message, cause: account });
  if (account.value.kycStatus !== 'verified' || account.value.blocked) throw new AppError(PROVIDER_ACCOUNT_NOT_VALIDATED);
  return spv.providerExternalId;
}

/** Checks the locked draft and publishes it with its price and bricks; undefined when its SPV or wallet has changed meanwhile. */
async function publish(
  tx: Tx,
  propertyId: PropertyId,
  judged: { spvId: SpvId | null; accountId: string },
  terms: Terms,
): Promise<PropertyRow | undefined> {
  const locked = await lockProperty(tx, propertyId);
  if (!locked) throw new AppError(PROPERTY_NOT_FOUND);
  const draft = draftOf(locked);
  assertFundableDraft(draft, terms);
  if (locked.spv_id === null || locked.spv_id !== judged.spvId) return undefined;
  // With the lock of the SPV, its wallet cannot change until the publication is committed.
  if ((await lockSpv(tx, locked.spv_id))?.providerExternalId !== judged.accountId) return undefined;
  assertReadyToShow(draft, terms);
  const bricks = planBricks({ ...draft, brickPriceCents: terms.brickPriceCents });
  const displayDate = terms.displayDate ?? terms.now;
  const row = await markPublished(tx, propertyId, { ...bricks, displayDate, at: terms.now });
  if (!row) throw new AppError(MUST_BE_DRAFT);
  await insertBrickPrice(tx, { propertyId, priceCents: terms.brickPriceCents, at: terms.now });
  await createPrimaryBricks(tx, propertyId, bricks.totalBricks);
  return row;
}

function draftOf(row: PropertyRow) {
  // The database computes this column for every row, which its type does not say.
  if (row.image_count === null) throw new Error(`property ${row.id} has no number of images`);
  return {
    status: row.status,
    fundingStartDate: row.funding_start_date,
    amountToFundCents: row.amount_to_fund_cents,
    minAmountToFundCents: row.min_amount_to_fund_cents,
    imageCount: row.image_count,
  };
}

function frenchDay(instant: Temporal.Instant): string {
  return parisDate(instant).toLocaleString('fr-FR', { dateStyle: 'long' });
}

/** Message and automation event, in production only (catalogue.md#publication). */
async function announce(tx: Tx, deps: Pick<AppDeps, 'config' | 'jobs'>, row: PropertyRow): Promise<void> {
  if (deps.config.NODE_ENV !== 'production') return;
  const start = row.funding_start_date;
  await enqueueChatMessage(tx, deps, {
    channel: 'announcements',
    text: `${row.name} est publié : ${row.total_bricks} briques, début du financement le ${start ? frenchDay(start) : '(sans date)'}.`,
  });
  await enqueueAutomationEvent(tx, deps, {
    event: 'property-published',
    payload: {
      propertyId: row.id,
      name: row.name,
      investorContractType: row.investor_contract_type,
      displayDate: row.display_date?.toString(),
      fundingStartDate: start?.toString(),
      totalBricks: row.total_bricks,
    },
  });
}
