// PATCH /administration/property/:propertyId/publish: publishes a DRAFT and creates its bricks.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import { parisDate } from '../../../core/dates.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { createPrimaryBricks } from '../../../money/bricks/index.ts';
import { enqueueAutomationEvent } from '../../../providers/automation/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { scheduleFirstWave } from '../../investing/auto-investment/index.ts';
import { planBricks } from '../funding/index.ts';
import { lockProperty, PROPERTY_NOT_FOUND, type PropertyRow, projectState, propertyCacheKey } from '../project-life/index.ts';
import { lockSpv } from '../spvs/index.ts';
import { MUST_BE_DRAFT } from './errors.ts';
import { createBricksJob } from './jobs.ts';
import { judgeWallet } from './judge-wallet.ts';
import { toPropertyView } from './property-view.ts';
import { draftOf, publishTerms } from './publish-rules.ts';
import { findProperty, insertBrickPrice, markPublished } from './queries.ts';
import { assertFundableDraft, assertReadyToShow, type PublishTerms } from './rules.ts';
import { PROPERTY_VERBS } from './states.ts';
import type { PropertyView } from './view-schemas.ts';

/** Half a million euros: about a second. The job creates the rest of a larger property (A-properties-51). */
const BRICKS_AT_ONCE = 50_000;

/** What to publish; without `displayDate` the property is visible at once. */
export type PublishProperty = {
  propertyId: PropertyId;
  displayDate: Temporal.Instant | undefined;
  endUser: { address: string; userAgent: string | undefined };
  audit: RouteAudit;
};

/**
 * Checks the error table from top to bottom: the draft, its SPV, the wallet at the provider, then time and images. The provider
 * is called before the transaction, in which the draft is locked and checked again, as it may have been edited meanwhile. Of two
 * concurrent publications the second gets `property.publish.must-be-draft`. Bricks beyond the first {@link BRICKS_AT_ONCE} are created
 * by a job, and nobody can buy before it has ended.
 */
export async function publishProperty(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'payments'>,
  input: PublishProperty,
): Promise<PropertyView> {
  const { propertyId, displayDate, audit } = input;
  const { config, jobs } = deps;
  const terms = publishTerms(config, { now: deps.clock.now(), displayDate });
  const found = await findProperty(deps.db, propertyId);
  if (!found) throw new AppError(PROPERTY_NOT_FOUND);
  assertFundableDraft(draftOf(found), terms);
  const wallet = await judgeWallet(deps, found.spv_id, input.endUser);
  if (!wallet.ok) throw wallet.refusal;
  const { accountId } = wallet;

  const published = await inTransaction(deps.db, async (tx) => {
    const row = await publish(tx, propertyId, { spvId: found.spv_id, accountId }, terms);
    if (row === undefined) return undefined;
    if (row.uncreated_bricks > 0) await jobs.enqueue(tx, createBricksJob, { propertyId });
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

/** Checks the locked draft and publishes it with its price and bricks; undefined when its SPV or wallet has changed meanwhile. */
async function publish(
  tx: Tx,
  propertyId: PropertyId,
  judged: { spvId: SpvId | null; accountId: string },
  terms: PublishTerms,
): Promise<PropertyRow | undefined> {
  const locked = await lockProperty(tx, propertyId);
  if (!locked) throw new AppError(PROPERTY_NOT_FOUND);
  assertAllowed(PROPERTY_VERBS['publish-property'], projectState(locked));
  const draft = draftOf(locked);
  assertFundableDraft(draft, terms);
  if (locked.spv_id === null || locked.spv_id !== judged.spvId) return undefined;
  // With the lock of the SPV, its wallet cannot change until the publication is committed.
  if ((await lockSpv(tx, locked.spv_id))?.providerExternalId !== judged.accountId) return undefined;
  assertReadyToShow(draft, terms);
  const bricks = planBricks({ ...draft, brickPriceCents: terms.brickPriceCents });
  const displayDate = terms.displayDate ?? terms.now;
  const last = Math.min(bricks.totalBricks, BRICKS_AT_ONCE);
  const uncreatedBricks = bricks.totalBricks - last;
  const row = await markPublished(tx, propertyId, { ...bricks, uncreatedBricks, displayDate, at: terms.now });
  if (!row) throw new AppError(MUST_BE_DRAFT);
  await insertBrickPrice(tx, { propertyId, priceCents: terms.brickPriceCents, at: terms.now });
  await createPrimaryBricks(tx, propertyId, { first: 1, last });
  return row;
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
