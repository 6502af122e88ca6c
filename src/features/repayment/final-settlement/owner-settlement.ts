// The rest of a project's money is paid back to its owner.

import { recordAdminAction } from '../../../core/audit.ts';
import { type Cents, centsOf, formatEuros } from '../../../core/cents.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, notCovered } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { EXTERNAL, lockPurses, move, PURSES, purseOf } from '../../../money/ledger/index.ts';
import {
  type BegunPayment,
  bookTransaction,
  type EndedPayment,
  heldByProject,
  NOTHING_TO_POST,
  openPayment,
  payByRequest,
  settle,
} from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { TRANSFER_FAILED_AT_PROVIDER } from '../../projects/funding/index.ts';
import { lockMoneyAtProvider, MONEY_NOT_AT_PROVIDER, sumOffProvider } from '../../projects/project-life/index.ts';
import { lockSchedule } from '../payment-schedule/index.ts';
import { assertPayableAccount, payOutFailure } from '../payouts/index.ts';
import { NOTHING_FOR_OWNER } from './errors.ts';
import {
  endOwnerSettlement,
  findOpenOwnerSettlement,
  insertOwnerSettlement,
  lockOwnerSettlement,
  type OwnerSettlementRow,
  type ProjectRow,
} from './queries.ts';
import { blockersOfOwner, shareOfOwner } from './rules.ts';
import type { OwnerSettlementBody, Settlement } from './schemas.ts';
import { lockProject, readAccount, readSettlement } from './settlement.ts';

/** The project, how the owner is paid back, and the administrator's request. */
type SettleWithOwner = {
  propertyId: PropertyId;
  body: OwnerSettlementBody;
  endUser: { address: string; userAgent: string | undefined };
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

/** MAIN, SURPLUS and ESCROW, cents. */
type Share = ReturnType<typeof shareOfOwner>;

/**
 * POST .../solde-de-tout-compte/owner: the rest of a project's money is paid back to its owner.
 * All money in MAIN, SURPLUS and ESCROW, if the other purses are empty and nothing is claimed. `handed-over` has
 * happened already and is only recorded. `withdraw`: 1. check the bank account with the provider; 2. with project and purses locked, hold
 * the money and write the pay-out with its audit row, or find the open one; 3. carry it out and answer.
 * After a refusal, now or days later, the money is released (`settleOwnerSettlement`). Errors: those of the table, `validation-failed`
 * (bank account).
 */
export async function settleWithOwner(deps: AppDeps, input: SettleWithOwner): Promise<Settlement> {
  const { propertyId, body, idempotency } = input;
  if (body.action === 'handed-over')
    return inIdempotentTransaction(deps.db, idempotency, (tx) => handOver(tx, deps, input, body.comment));
  const bankAccountId = body.providerWithdrawBankAccountId;
  return payByRequest(deps, idempotency, {
    prepare: () => assertPayable(deps, input, bankAccountId),
    begin: (tx) => begin(tx, deps, input, bankAccountId),
    isPayOut: true,
    answer: async (tx, { result }) => {
      if (result === 'failed' || result === 'unknown') throw payOutFailure(result);
      return readSettlement({ db: tx }, propertyId);
    },
  });
}

/** Unless a pay-out is open: there is money to pay back, and the bank account can be paid to. */
async function assertPayable(deps: AppDeps, { propertyId, endUser }: SettleWithOwner, bankAccountId: number): Promise<void> {
  const found = await inTransaction(deps.db, (tx) => findOpenOrLockShare(tx, propertyId));
  if ('share' in found) await assertPayableAccount(deps, { ...walletOf(found.project), bankAccountId, endUser });
}

type LockedShare = { project: ProjectRow; share: Share; amountCents: Cents };

/** The open pay-out, else what there is to pay back. */
async function findOpenOrLockShare(tx: Tx, propertyId: PropertyId): Promise<LockedShare | { open: OwnerSettlementRow }> {
  const project = await lockProject(tx, propertyId, 'settle-with-owner');
  const open = await findOpenOwnerSettlement(tx, propertyId);
  return open ? { open } : lockShare(tx, project);
}

/** The owner's share, with its purses locked. Errors: what blocks it. */
async function lockShare(tx: Tx, project: ProjectRow): Promise<LockedShare> {
  const { id: propertyId } = project;
  const schedule = await lockSchedule(tx, propertyId);
  await lockPurses(tx, propertyId, PURSES);
  const account = await readAccount(tx, project, schedule);
  const [blocker] = blockersOfOwner(account);
  if (blocker !== undefined) throw new AppError(blocker);
  const share = shareOfOwner(account.purses);
  const amountCents = centsOf(share.MAIN + share.SURPLUS + share.ESCROW);
  if (amountCents === 0) throw new AppError(NOTHING_FOR_OWNER);
  return { project, share, amountCents };
}

function walletOf({ spvId, accountId }: ProjectRow): { spvId: SpvId; accountId: string } {
  if (spvId === null || accountId === null)
    throw new AppError(TRANSFER_FAILED_AT_PROVIDER, { detail: 'The property has no SPV with a provider wallet.' });
  return { spvId, accountId };
}

async function begin(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'jobs'>,
  { propertyId, audit }: SettleWithOwner,
  bankAccountId: number,
): Promise<BegunPayment> {
  const found = await findOpenOrLockShare(tx, propertyId);
  if ('open' in found) {
    const { id, paymentId } = found.open;
    if (paymentId === null) throw new Error(`owner settlement ${id} waits for no payment`);
    return { paymentId: paymentId, isOurs: false };
  }
  const { project, share, amountCents } = found;
  // What was booked outside can only be handed over outside.
  const atProviderCents = await lockMoneyAtProvider(tx, propertyId, 'anything');
  if (atProviderCents < amountCents) throw notCovered(MONEY_NOT_AT_PROVIDER, amountCents, atProviderCents);
  const { spvId, accountId } = walletOf(project);
  const at = deps.clock.now();
  const id = newId();
  const { paymentId } = await openPayment(tx, deps, {
    byRequest: true,
    propertyId,
    order: {
      kind: 'payOut',
      purpose: 'owner-settlement',
      subjectId: id,
      fromAccountId: accountId,
      providerBankAccountId: bankAccountId,
      amountCents,
      comment: `Final settlement of ${propertyId}`,
      at,
      audit: { ...audit, target: { type: 'property', id: propertyId }, payload: { action: 'withdraw', amountCents } },
    },
    sides: { owner: { type: 'OWNER_SETTLEMENT', owner: { spvId }, amountCents, hold: heldByProject(propertyId, share) } },
  });
  await insertOwnerSettlement(tx, { id, propertyId, cents: share, at, action: 'withdraw', bankAccountId, paymentId });
  return { paymentId: paymentId, isOurs: true };
}

/** The owner got the money outside the provider, or by hand from the wallet there: it leaves the books. */
async function handOver(tx: Tx, deps: Pick<AppDeps, 'clock'>, input: SettleWithOwner, comment: string): Promise<Settlement> {
  const { propertyId, audit } = input;
  const at = deps.clock.now();
  const { project, share, amountCents } = await lockShare(tx, await lockProject(tx, propertyId, 'settle-with-owner'));
  const { spvId } = walletOf(project);
  await bookTransaction(tx, {
    type: 'OWNER_SETTLEMENT',
    owner: { spvId },
    amountCents,
    propertyId,
    at,
    eventAt: at,
    lines: [
      ...move(share.MAIN, purseOf(propertyId, 'MAIN'), EXTERNAL),
      ...move(share.SURPLUS, purseOf(propertyId, 'SURPLUS'), EXTERNAL),
      ...move(share.ESCROW, purseOf(propertyId, 'ESCROW'), EXTERNAL),
    ],
  });
  const offProviderCents = centsOf(Math.min(amountCents, Math.max(await sumOffProvider(tx, propertyId), 0)));
  const handedOver = { action: 'handed-over', comment, offProviderCents } as const;
  await insertOwnerSettlement(tx, { id: newId(), propertyId, cents: share, at, ...handedOver });
  const payload = { action: 'handed-over', amountCents, comment };
  await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
  return readSettlement({ db: tx }, propertyId);
}

/** Settlement of purpose `owner-settlement`. Paid: HELD to EXT. Refused: the money is back in its purses, and the team is alerted. */
export async function settleOwnerSettlement(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  const { id, propertyId, amountCents } = await lockOwnerSettlement(tx, payment.subjectId);
  await settle(tx, payment, {
    succeeded: async (at) => {
      await endOwnerSettlement(tx, id, { to: 'paid', at });
      return move(amountCents, purseOf(propertyId, 'HELD'), EXTERNAL);
    },
    failed: async (at, { reason }) => {
      await endOwnerSettlement(tx, id, { to: 'failed', at });
      await enqueueChatMessage(tx, deps, {
        channel: 'internal-alerts',
        text: `Le virement de ${formatEuros(amountCents)} au porteur du projet ${propertyId}, au titre du solde de tout compte (${id}), n’a pas abouti : ${reason}. À ordonner de nouveau.`,
      });
      return NOTHING_TO_POST;
    },
  });
}
