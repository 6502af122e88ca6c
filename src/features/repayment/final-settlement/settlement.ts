// The account of a project with its owner and holders, computed now, and its end; each step of the settlement takes the same lock.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import { type Cents, centsOf } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND, notCovered } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockPurses, move, PURSES, purseOf } from '../../../money/ledger/index.ts';
import { bookTransaction, type OpenPayments, readOpenPayments } from '../../../money/payments/index.ts';
import { recordCapitalLosses, sumLossesOfProject } from '../../investing/taxation/index.ts';
import {
  lockMoneyAtProvider,
  lockProperty,
  MONEY_NOT_AT_PROVIDER,
  markSettled,
  type PropertyRow,
  projectState,
  propertyCacheKey,
  sumOffProvider,
} from '../../projects/project-life/index.ts';
import { type PropertyView, toPropertyView } from '../../projects/properties/index.ts';
import { sumClaimsWithoutEcheance } from '../direct-debits/index.ts';
import { lockSchedule, openClaims, readSchedule, type Schedule } from '../payment-schedule/index.ts';
import { openUnlentCapitalRun } from '../payouts/index.ts';
import { NO_UNLENT_CAPITAL, UNLENT_CAPITAL_ALREADY_DISTRIBUTED, UNLENT_CAPITAL_NOT_COVERED } from './errors.ts';
import {
  countOpenPayments,
  countOpenPayouts,
  findProject,
  listOwnerSettlements,
  type OwnerSettlementRow,
  type ProjectRow,
  readPurses,
  sumCapitalDistributed,
  sumUnlentDistributed,
} from './queries.ts';
import {
  type Account,
  balanceWithOwner,
  blockersOfDone,
  blockersOfOwner,
  claimedPenalties,
  lostCapital,
  type Purses,
  SETTLEMENT_VERBS,
  type SettlementVerb,
  shareOfOwner,
  unlentCapital,
} from './rules.ts';
import type { Settlement, UnlentCapitalDistributed } from './schemas.ts';

/** Owner settlements that are shown. */
const MAX_SHOWN = 20;

/**
 * GET /administration/property/:propertyId/solde-de-tout-compte: the account of a project with its owner and holders, computed
 * now.
 * At any time of the project; a property without a schedule has no claims. Error: `not-found`.
 */
export async function readSettlement({ db }: { db: AppDeps['db'] | Tx }, propertyId: PropertyId): Promise<Settlement> {
  const project = await findProject(db, propertyId);
  if (!project) throw new AppError(NOT_FOUND);
  const account = await readAccount(db, project, await readSchedule(db, propertyId));
  const { purses, unlentCents, unlentDistributedCents, openPayments, openPayouts } = account;
  const ownerSettlements = await listOwnerSettlements(db, propertyId, MAX_SHOWN);
  const open = await readOpenPayments(db, [project.penaltiesPaymentId, ...ownerSettlements.map(({ paymentId }) => paymentId)]);
  return {
    propertyId,
    financialStatus: project.financialStatus,
    doneAt: project.doneAt?.toString() ?? null,
    penalties: penaltiesView(project, account, open),
    held: { surplusCents: purses.SURPLUS, escrowCents: purses.ESCROW },
    owner: balanceWithOwner(account),
    payBack: payBackView(account),
    chargedBack: { openCents: account.openClaimsCents },
    unlentCapital: { totalCents: unlentCents, distributedCents: unlentDistributedCents },
    purses: pursesView(purses),
    open: { payments: openPayments, payouts: openPayouts },
    blocks: { owner: blockersOfOwner(account), done: blockersOfDone(account) },
    ownerSettlements: ownerSettlements.map((row) => ownerSettlementView(row, open)),
  };
}

function penaltiesView(
  { penaltiesPaymentId, penaltiesTransferredAt }: ProjectRow,
  { claimedPenaltiesCents: claimedCents, movedPenaltiesCents }: Account,
  open: OpenPayments,
): Settlement['penalties'] {
  const status = penaltiesTransferredAt !== null ? 'transferred' : penaltiesPaymentId !== null ? 'pending' : 'claimed';
  return {
    claimedCents,
    transferredCents: penaltiesTransferredAt === null ? 0 : movedPenaltiesCents,
    status: claimedCents === 0 ? 'none' : status,
    transferredAt: penaltiesTransferredAt?.toString() ?? null,
    openPayment: open.get(penaltiesPaymentId) ?? null,
  };
}

function payBackView({ purses }: Account): Settlement['payBack'] {
  const { MAIN, SURPLUS, ESCROW } = shareOfOwner(purses);
  return { mainCents: MAIN, surplusCents: SURPLUS, escrowCents: ESCROW, totalCents: centsOf(MAIN + SURPLUS + ESCROW) };
}

function pursesView(purses: Purses): Settlement['purses'] {
  return {
    collectCents: purses.COLLECT,
    mainCents: purses.MAIN,
    escrowCents: purses.ESCROW,
    unassignedCents: purses.UNASSIGNED,
    feesCents: purses.FEES,
    couponCents: purses.COUPON,
    capitalCents: purses.CAPITAL,
    surplusCents: purses.SURPLUS,
    heldCents: purses.HELD,
  };
}

function ownerSettlementView(row: OwnerSettlementRow, open: OpenPayments): Settlement['ownerSettlements'][number] {
  const { id, action, status, amountCents, comment, createdAt, settledAt } = row;
  return {
    id,
    action,
    status,
    amountCents,
    comment,
    openPayment: open.get(row.paymentId) ?? null,
    createdAt: createdAt.toString(),
    settledAt: settledAt?.toString() ?? null,
  };
}

/** A project without a schedule has no claims. Exact when the caller has locked property and schedule. */
export async function readAccount(db: Database | Tx, project: ProjectRow, schedule: Schedule | undefined): Promise<Account> {
  const purses = await readPurses(db, project.id);
  const unlentDistributedCents = await sumUnlentDistributed(db, project.id);
  return {
    purses,
    claimedPenaltiesCents: schedule ? claimedPenalties(schedule) : 0,
    movedPenaltiesCents: project.penaltiesCents ?? 0,
    // Given back once: what is left of MAIN then is the owner's.
    unlentCents: unlentDistributedCents > 0 || !schedule ? unlentDistributedCents : unlentCapital(schedule, purses.MAIN),
    unlentDistributedCents,
    openPayments: await countOpenPayments(db, project.id),
    openPayouts: await countOpenPayouts(db, project.id),
    isGivenUp: schedule?.givenUpAt != null,
    openClaimsCents: schedule ? centsOf(openClaims(schedule) + (await sumClaimsWithoutEcheance(db, project.id))) : 0,
  };
}

/**
 * POST /administration/property/:propertyId/solde-de-tout-compte/done: the final settlement of a project is done.
 * Once, for a project with empty purses and without open payouts, payments or claims. Capital that the holders
 * have not got back is lost, and recorded for their yearly tax form, as far as a give-up has not done so. Errors in the order of the table.
 */
export async function markSoldeDeToutCompte(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { propertyId: PropertyId; audit: RouteAudit },
): Promise<PropertyView> {
  const { propertyId, audit } = input;
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const project = await lockProject(tx, propertyId, 'mark-solde-de-tout-compte');
    const schedule = await lockSchedule(tx, propertyId);
    await lockPurses(tx, propertyId, PURSES);
    const [blocker] = blockersOfDone(await readAccount(tx, project, schedule));
    if (blocker !== undefined) throw new AppError(blocker);
    // A bank took back what had been paid in place of money that is outside: the wallet lacks it until the owner's wire covers it.
    if ((await sumOffProvider(tx, propertyId)) > 0) throw new AppError(MONEY_NOT_AT_PROVIDER);
    const row = await markSettled(tx, propertyId, at);
    const capitalLossCents = await recordLosses(tx, row, schedule, at);
    await invalidate(tx, [propertyCacheKey(propertyId)]);
    // The audit row keeps the statement as it is now.
    const payload = { ...(await readSettlement({ db: tx }, propertyId)), ...(capitalLossCents > 0 ? { capitalLossCents } : {}) };
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
    return toPropertyView(row);
  });
}

/** Of loans and obligations only: a royalty property has no lent capital. Returns the loss, cents. */
async function recordLosses(tx: Tx, row: PropertyRow, schedule: Schedule | undefined, at: Temporal.Instant): Promise<Cents> {
  const { id: propertyId, investor_contract_type: contractType } = row;
  if (!schedule || contractType === 'royalty') return 0;
  const lostCents = lostCapital({
    collectedCents: row.collected_cents ?? 0,
    distributedCents: await sumCapitalDistributed(tx, propertyId),
  });
  const lossCents = centsOf(Math.max(lostCents - (await sumLossesOfProject(tx, propertyId)), 0));
  if (lossCents > 0) await recordCapitalLosses(tx, { propertyId, contractType, lossCents, at });
  return lossCents;
}

/**
 * The project, locked. Errors: `not-found`, `solde-de-tout-compte-already-done`, `project-must-be-in-repayment-finished-status`.
 */
export async function lockProject(tx: Tx, propertyId: PropertyId, verb: SettlementVerb): Promise<ProjectRow> {
  const property = await lockProperty(tx, propertyId);
  const project = await findProject(tx, propertyId);
  if (!property || !project) throw new AppError(NOT_FOUND);
  assertAllowed(SETTLEMENT_VERBS[verb], projectState(property));
  return project;
}

/**
 * Once, with the project locked: moves the capital from the project's MAIN to CAPITAL, and opens a payout to every holder, as for
 * repaid capital (A-final-settlement-4). Errors: those of the table.
 */
export async function distributeUnlentCapital(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  { propertyId, audit, idempotency }: { propertyId: PropertyId; audit: RouteAudit; idempotency: IdempotencyClaim | undefined },
): Promise<UnlentCapitalDistributed> {
  const at = deps.clock.now();
  return inIdempotentTransaction(deps.db, idempotency, async (tx) => {
    const { spvId, accountId, echeanceId, schedule } = await lockUnlent(tx, propertyId);
    const atProviderCents = await lockMoneyAtProvider(tx, propertyId, 'anything');
    const { MAIN } = await lockPurses(tx, propertyId, ['MAIN', 'CAPITAL']);
    if ((await sumUnlentDistributed(tx, propertyId)) > 0) throw new AppError(UNLENT_CAPITAL_ALREADY_DISTRIBUTED);
    const totalCents = unlentCapital(schedule, MAIN);
    if (totalCents <= 0) throw new AppError(NO_UNLENT_CAPITAL);
    const availableCents = Math.min(MAIN, atProviderCents);
    if (availableCents < totalCents) throw notCovered(UNLENT_CAPITAL_NOT_COVERED, totalCents, availableCents);
    await bookTransaction(tx, {
      type: 'UNLENT_CAPITAL',
      owner: { spvId },
      amountCents: totalCents,
      propertyId,
      at,
      eventAt: at,
      lines: move(totalCents, purseOf(propertyId, 'MAIN'), purseOf(propertyId, 'CAPITAL')),
    });
    const { runId, holders } = await openUnlentCapitalRun(tx, deps, { propertyId, echeanceId, accountId, totalCents, at });
    const payload = { runId, amountCents: totalCents, holderCount: holders };
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
    return { propertyId, runId, distributedCents: totalCents, holderCount: holders };
  });
}

async function lockUnlent(tx: Tx, propertyId: PropertyId) {
  const project = await lockProject(tx, propertyId, 'distribute-unlent-capital');
  const schedule = await lockSchedule(tx, propertyId);
  const last = schedule?.echeances.at(-1);
  if (!schedule || !last) throw new AppError(NO_UNLENT_CAPITAL);
  const { spvId, accountId } = project;
  if (spvId === null || accountId === null) throw new Error(`the SPV of property ${propertyId} has no wallet`);
  return { spvId, accountId, echeanceId: last.id, schedule };
}
