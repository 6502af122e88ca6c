// The account of a project with its owner and holders, computed now.

import { centsOf } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { type OpenPayments, readOpenPayments } from '../../../money/payments/index.ts';
import { sumClaimsWithoutEcheance } from '../direct-debits/index.ts';
import { openClaims, readSchedule, type Schedule } from '../payment-schedule/index.ts';
import {
  countOpenPayments,
  countOpenPayouts,
  findProject,
  listOwnerSettlements,
  type OwnerSettlementRow,
  type ProjectRow,
  readPurses,
  sumUnlentDistributed,
} from './queries.ts';
import {
  type Account,
  balanceWithOwner,
  blockersOfDone,
  blockersOfOwner,
  claimedPenalties,
  type Purses,
  shareOfOwner,
  unlentCapital,
} from './rules.ts';
import type { Settlement } from './schemas.ts';

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
  const open = await readOpenPayments(db, [project.penaltiesOrderId, ...ownerSettlements.map(({ orderId }) => orderId)]);
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
  { penaltiesOrderId, penaltiesTransferredAt }: ProjectRow,
  { claimedPenaltiesCents: claimedCents, movedPenaltiesCents }: Account,
  open: OpenPayments,
): Settlement['penalties'] {
  const status = penaltiesTransferredAt !== null ? 'transferred' : penaltiesOrderId !== null ? 'pending' : 'claimed';
  return {
    claimedCents,
    transferredCents: penaltiesTransferredAt === null ? 0 : movedPenaltiesCents,
    status: claimedCents === 0 ? 'none' : status,
    transferredAt: penaltiesTransferredAt?.toString() ?? null,
    openPayment: open.get(penaltiesOrderId) ?? null,
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
    ...{ id, action, status, amountCents, comment },
    openPayment: open.get(row.orderId) ?? null,
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
