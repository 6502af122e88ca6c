// A DRAFT is published and its bricks are created; before, the checklist shows what is missing.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import { longDay, parisDate } from '../../../core/dates.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, INTERNAL_ERROR } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { createPrimaryBricks } from '../../../money/bricks/index.ts';
import { enqueueAutomationEvent } from '../../../providers/automation/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { scheduleFirstWave } from '../../investing/auto-investment/index.ts';
import { insertBrickPrice } from '../brick-prices/index.ts';
import { planBricks } from '../funding/index.ts';
import { lockProperty, PROPERTY_NOT_FOUND, type PropertyRow, projectState, propertyCacheKey } from '../project-life/index.ts';
import { findSpv, lockSpv, SPV_PROVIDER_WALLET_NOT_FOUND } from '../spvs/index.ts';
import { toPropertyView } from './catalogue.ts';
import { MUST_BE_DRAFT, PROPERTY_SPV_NOT_FOUND, PROVIDER_ACCOUNT_NOT_VALIDATED } from './errors.ts';
import { createBricksJob } from './jobs.ts';
import { findProperty, markPublished } from './queries.ts';
import {
  assertFundableDraft,
  assertReadyToShow,
  bricksOf,
  type Draft,
  draftOf,
  FUNDABLE_CHECKS,
  PROPERTY_VERBS,
  type PublishCheck,
  type PublishTerms,
  publishTerms,
  SHOWABLE_CHECKS,
} from './rules.ts';
import type { PublishChecklist } from './schemas.ts';
import type { PropertyView } from './view-schemas.ts';

/** Half a million euros: about a second. The job creates the rest of a larger property. */
const BRICKS_AT_ONCE = 50_000;

/** What to publish; without `displayDate` the property is visible at once. */
type PublishProperty = {
  propertyId: PropertyId;
  displayDate: Temporal.Instant | undefined;
  endUser: { address: string; userAgent: string | undefined };
  audit: RouteAudit;
};

/**
 * PATCH /administration/property/:propertyId/publish: publishes a DRAFT and creates its bricks.
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
  const wallet = await checkWallet(deps, found.spv_id, input.endUser);
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
  checked: { spvId: SpvId | null; accountId: string },
  terms: PublishTerms,
): Promise<PropertyRow | undefined> {
  const locked = await lockProperty(tx, propertyId);
  if (!locked) throw new AppError(PROPERTY_NOT_FOUND);
  assertAllowed(PROPERTY_VERBS['publish-property'], projectState(locked));
  const draft = draftOf(locked);
  assertFundableDraft(draft, terms);
  if (locked.spv_id === null || locked.spv_id !== checked.spvId) return undefined;
  // With the lock of the SPV, its wallet cannot change until the publication is committed.
  if ((await lockSpv(tx, locked.spv_id))?.providerExternalId !== checked.accountId) return undefined;
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

/** Message and automation event, in production only (catalogue.md#publication). */
async function announce(tx: Tx, deps: Pick<AppDeps, 'config' | 'jobs'>, row: PropertyRow): Promise<void> {
  if (deps.config.NODE_ENV !== 'production') return;
  const start = row.funding_start_date;
  await enqueueChatMessage(tx, deps, {
    channel: 'announcements',
    text: `${row.name} est publié : ${row.total_bricks} briques, début du financement le ${start ? longDay(parisDate(start)) : '(sans date)'}.`,
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

type Check = PublishChecklist['checks'][number];

/** What the wallet must be, in the order in which it is asked. */
const WALLET_CHECKS = [
  { rule: 'has-spv', code: PROPERTY_SPV_NOT_FOUND, field: 'spvId' },
  { rule: 'spv-has-wallet', code: SPV_PROVIDER_WALLET_NOT_FOUND, field: 'spvId' },
  { rule: 'wallet-is-validated', code: PROVIDER_ACCOUNT_NOT_VALIDATED, field: 'spvId' },
] as const;

/**
 * GET /administration/property/:propertyId/publish-checklist: every rule of a publication, and whether the property meets it
 * now.
 * The very checks of the publication, all of them, in its order; nothing is locked or written. A rule behind a refused one of the wallet
 * is `unknown`, as is every one of them when the provider does not answer. Error: `property.not-found`.
 */
export async function readPublishChecklist(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'payments'>,
  input: {
    propertyId: PropertyId;
    displayDate: Temporal.Instant | undefined;
    endUser: { address: string; userAgent: string | undefined };
  },
): Promise<PublishChecklist> {
  const property = await findProperty(deps.db, input.propertyId);
  if (!property) throw new AppError(PROPERTY_NOT_FOUND);
  const terms = publishTerms(deps.config, { now: deps.clock.now(), displayDate: input.displayDate });
  const draft = draftOf(property);
  const wallet = await checkWallet(deps, property.spv_id, input.endUser);
  const checked = (checks: readonly PublishCheck[]) => checks.map((check) => view(check, draft, terms));
  const checks = [
    ...checked(FUNDABLE_CHECKS),
    ...walletChecks(wallet.ok ? undefined : wallet.refusal),
    ...checked(SHOWABLE_CHECKS),
  ];
  const { MIN_FUNDING_START_DATE_DELAY_FROM_NOW_IN_HOURS: minDelayHours } = deps.config;
  const isPublishable = checks.every(({ state }) => state === 'met');
  return { propertyId: input.propertyId, isPublishable, minDelayHours, ...bricksOf(draft, terms), checks };
}

function view({ rule, code, field, isBroken }: PublishCheck, draft: Draft, terms: PublishTerms): Check {
  return { rule, code, field, state: isBroken(draft, terms) ? 'broken' : 'met' };
}

function walletChecks(refusal: AppError | undefined): Check[] {
  const brokenAt = refusal === undefined ? WALLET_CHECKS.length : WALLET_CHECKS.findIndex(({ code }) => code === refusal.code);
  const isSilent = refusal?.code === INTERNAL_ERROR;
  return WALLET_CHECKS.map((check, index) => {
    // An SPV with a wallet was found before the provider was asked.
    if (isSilent) return { ...check, state: index < 2 ? 'met' : 'unknown' };
    return { ...check, state: index < brokenAt ? 'met' : index === brokenAt ? 'broken' : 'unknown' };
  });
}

/** Rows 4 to 7 of the table: the SPV, its wallet, and that the provider has validated it; the account's id, or the refusal. */
async function checkWallet(
  deps: Pick<AppDeps, 'db' | 'payments'>,
  spvId: SpvId | null,
  endUser: { address: string; userAgent: string | undefined },
): Promise<{ ok: true; accountId: string } | { ok: false; refusal: AppError }> {
  const spv = spvId === null ? undefined : await findSpv(deps.db, spvId);
  if (!spv) return refused(new AppError(PROPERTY_SPV_NOT_FOUND));
  if (spv.providerExternalId === null) return refused(new AppError(SPV_PROVIDER_WALLET_NOT_FOUND));
  const account = await deps.payments.getAccount(spv.providerExternalId, {
    userAddress: endUser.address,
    userAgent: endUser.userAgent,
  });
  // A wallet that the provider does not know counts as missing.
  if (!account.ok && account.kind === 'not-found') return refused(new AppError(SPV_PROVIDER_WALLET_NOT_FOUND));
  if (!account.ok) return refused(new AppError(INTERNAL_ERROR, { detail: account.message, cause: account }));
  if (account.value.kycStatus !== 'verified' || account.value.blocked)
    return refused(new AppError(PROVIDER_ACCOUNT_NOT_VALIDATED));
  return { ok: true, accountId: spv.providerExternalId };
}

function refused(refusal: AppError): { ok: false; refusal: AppError } {
  return { ok: false, refusal };
}
