// What an owner in default still owes is written off, or asked for again.

import { recordAdminAction } from '../../../core/audit.ts';
import { type Cents, centsOf, formatEuros, sumOf } from '../../../core/cents.ts';
import { parisDate, parisYear } from '../../../core/dates.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockBalance, lockPurses, purseOf } from '../../../money/ledger/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { sendEmailJob } from '../../../providers/email/index.ts';
import { recordCapitalLosses } from '../../investing/taxation/index.ts';
import { changeFinancialStatus, lockProperty, type PropertyRow, projectState } from '../../projects/project-life/index.ts';
import {
  cancelLoans,
  capitalTermsOf,
  changeFee,
  followChange,
  insertAssignedPayment,
  lockSchedule,
  postReassignment,
  readSchedule,
  rescheduled,
  resizeDebits,
  restoreLoans,
  SCHEDULE_NOT_FOUND,
  type Schedule,
  sequestreRemainingOf,
  withAmount,
  writeRecomputed,
} from '../payment-schedule/index.ts';
import { REPAYMENT_EXCEEDS_LOANED, repaysTooMuch } from '../schedule-computation/index.ts';
import { GIVE_UP_WAS_FOLLOWED, NOTHING_TO_GIVE_UP, PROJECT_IS_NOT_GIVEN_UP } from './errors.ts';
import { findGiveUp, insertGiveUp, listLosers, listLoweredFees, markTakenBack, wasFollowed } from './queries.ts';
import { escrowPayments, GIVE_UP_VERBS, loansNotMade, lossOf, type WrittenOff, writtenOffOf } from './rules.ts';
import type { GivenUp, GiveUpTakenBack } from './schemas.ts';

type GiveUp = {
  propertyId: PropertyId;
  comment: string;
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

/**
 * POST /administration/property/:propertyId/payment-schedule/give-up: what an owner in default still owes is written off.
 * With property and schedule locked: 1. loans that were planned are cancelled, as far as the owner has not got them: the holders get that
 * back in the settlement; 2. the escrow pays interest that is due; 3. all that is still lacking is written off, open fees are
 * lowered to what came in for them, and scheduled debits are cancelled by jobs; 4. the project is finished; 5. the capital that the holders
 * lose is recorded for their tax papers, and they are notified. What comes in later recovers it (A-give-up-1). Errors: those of
 * the table.
 */
export async function giveUp(deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>, input: GiveUp): Promise<GivenUp> {
  const { propertyId } = input;
  const at = deps.clock.now();
  return inIdempotentTransaction(deps.db, input.idempotency, async (tx) => {
    const property = await lockProperty(tx, propertyId);
    const before = await lockSchedule(tx, propertyId);
    if (!property || !before) throw new AppError(SCHEDULE_NOT_FOUND);
    assertAllowed(GIVE_UP_VERBS['give-up'], projectState(property));
    const { lent, notLentCents } = await cancelPlannedLoans(tx, deps, before, at);
    const { schedule, paidFromEscrowCents } = await payFromEscrow(tx, lent, at);
    const writtenOff = writtenOffOf(schedule);
    if (writtenOff.length === 0) throw new AppError(NOTHING_TO_GIVE_UP);
    const sums = sumsOf(writtenOff);
    const id = newId();
    await insertGiveUp(tx, { id, ...input, ...sums, statusBefore: statusOf(property), writtenOff, at });
    for (const { echeanceId, feeExclTaxCents, feeVatCents } of writtenOff)
      if (feeExclTaxCents + feeVatCents > 0)
        await changeFee(tx, echeanceId, { exclTaxCents: centsOf(-feeExclTaxCents), vatCents: centsOf(-feeVatCents) });
    await resizeDebits(tx, deps, { before, after: await readAgain(tx, propertyId) });
    await changeFinancialStatus(tx, propertyId, 'given-up', at);
    const lossCents = await recordLoss(tx, property, { id, schedule, at });
    await tellHolders(tx, deps, { giveUpId: id, propertyId, propertyName: property.name, step: 'given-up', at });
    await alertTeam(tx, deps, property.name, { ...sums, lossCents });
    const payload = { comment: input.comment, ...sums, lossCents, paidFromEscrowCents, notLentCents };
    await recordAdminAction(tx, { ...input.audit, target: { type: 'property', id: propertyId }, payload, at });
    return { propertyId, givenUpAt: at.toString(), ...payload };
  });
}

/** The schedule without the loans that are not made any more, its echeances computed without them. Error: they were to be repaid. */
async function cancelPlannedLoans(
  tx: Tx,
  { config }: Pick<AppDeps, 'config'>,
  before: Schedule,
  at: Temporal.Instant,
): Promise<{ lent: Schedule; notLentCents: Cents }> {
  const { propertyId, spvId } = before;
  // Both purses at once: the escrow is asked afterwards.
  const { MAIN } = await lockPurses(tx, propertyId, ['ESCROW', 'MAIN']);
  const cancelled = loansNotMade(before, { mainCents: MAIN, today: parisDate(at) });
  if (cancelled.length === 0) return { lent: before, notLentCents: 0 };
  await cancelLoans(tx, cancelled);
  const without = await readAgain(tx, propertyId);
  if (repaysTooMuch(capitalTermsOf(without))) throw new AppError(REPAYMENT_EXCEEDS_LOANED);
  const { schedule: lent } = rescheduled(before, without, config);
  await writeRecomputed(tx, before, lent, at);
  if (spvId !== null) await postReassignment(tx, { before, after: lent, spvId, at });
  return { lent, notLentCents: sumOf(cancelled.map(({ cents }) => cents)) };
}

/** ESCROW to the purposes of each echeance whose interest is due and lacking, as assigned payments born of the escrow. */
async function payFromEscrow(
  tx: Tx,
  before: Schedule,
  at: Temporal.Instant,
): Promise<{ schedule: Schedule; paidFromEscrowCents: Cents }> {
  const { propertyId, spvId } = before;
  const account = purseOf(propertyId, 'ESCROW');
  const today = parisDate(at);
  const escrowCents = centsOf(Math.min(sequestreRemainingOf(before), await lockBalance(tx, account)));
  const payments = escrowPayments(before, { escrowCents, today });
  if (payments.length === 0) return { schedule: before, paidFromEscrowCents: 0 };
  if (spvId === null) throw new Error(`property ${propertyId} has lost its SPV`);
  for (const payment of payments)
    await insertAssignedPayment(tx, {
      id: newId(),
      propertyId,
      spvId,
      ...payment,
      paymentDate: today,
      at,
      payment: 'other',
      source: 'escrow',
      paymentFor: 'mensualite',
      comment: 'Intérêts dus, payés par le séquestre',
    });
  const paid = (schedule: Schedule, payment: (typeof payments)[number]) =>
    withAmount(schedule, { ...payment, paymentFor: 'mensualite' }, payment.amountCents);
  const paidFromEscrowCents = sumOf(payments.map(({ amountCents }) => amountCents));
  const from = { account, amountCents: paidFromEscrowCents };
  await postReassignment(tx, { before, after: payments.reduce(paid, before), spvId, at, from, type: 'ESCROW_TO_PAYMENT' });
  return { schedule: await readAgain(tx, propertyId), paidFromEscrowCents };
}

async function readAgain(tx: Tx, propertyId: PropertyId): Promise<Schedule> {
  const schedule = await readSchedule(tx, propertyId);
  if (!schedule) throw new Error(`property ${propertyId} has lost its schedule`);
  return schedule;
}

function sumsOf(writtenOff: readonly WrittenOff[]): Record<'capitalCents' | 'interestCents' | 'feesCents', Cents> {
  return {
    capitalCents: sumOf(writtenOff.map(({ capitalCents }) => capitalCents)),
    interestCents: sumOf(writtenOff.map(({ interestCents }) => interestCents)),
    feesCents: sumOf(writtenOff.map(({ feesCents }) => feesCents)),
  };
}

function statusOf({ id, financial_status: status }: PropertyRow): 'repayment-delay' | 'repayment-default' {
  if (status !== 'repayment-delay' && status !== 'repayment-default') throw new Error(`property ${id} is ${status}`);
  return status;
}

/** Of loans and obligations only: a royalty property has no lent capital. Returns the loss, cents. */
async function recordLoss(
  tx: Tx,
  property: PropertyRow,
  { id, schedule, at }: { id: string; schedule: Schedule; at: Temporal.Instant },
): Promise<Cents> {
  const { id: propertyId, investor_contract_type: contractType, collected_cents: collectedCents } = property;
  if (contractType === 'royalty') return 0;
  const lossCents = lossOf(schedule, collectedCents ?? 0);
  if (lossCents > 0) await recordCapitalLosses(tx, { propertyId, contractType, lossCents, giveUpId: id, at });
  return lossCents;
}

async function alertTeam(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  name: string,
  sums: Record<'capitalCents' | 'interestCents' | 'feesCents' | 'lossCents', Cents>,
): Promise<void> {
  const { capitalCents, interestCents, feesCents, lossCents } = sums;
  await enqueueChatMessage(tx, deps, {
    channel: 'payment-schedule',
    text: `Le recouvrement du projet ${name} est abandonné : ${formatEuros(capitalCents)} de capital, ${formatEuros(interestCents)} d’intérêts et pénalités, ${formatEuros(feesCents)} de frais. Perte en capital des porteurs de briques : ${formatEuros(lossCents)}.`,
  });
}

type TakeBackGiveUp = {
  propertyId: PropertyId;
  comment: string;
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

const EVENTS = {
  'repayment-delay': 'give-up-taken-back-in-delay',
  'repayment-default': 'give-up-taken-back-in-default',
} as const;

/**
 * POST /administration/property/:propertyId/payment-schedule/give-up/take-back: a project is asked to pay again.
 * While nothing stands on it, and in the year of the loss: what was written off is due again, fees and planned loans are as they were, the
 * losses do not count, the project has its former status, and the holders are notified. Debits that were cancelled stay so. Errors: those of the table.
 */
export async function takeBackGiveUp(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  input: TakeBackGiveUp,
): Promise<GiveUpTakenBack> {
  const { propertyId, comment } = input;
  const at = deps.clock.now();
  return inIdempotentTransaction(deps.db, input.idempotency, async (tx) => {
    const property = await lockProperty(tx, propertyId);
    const before = await lockSchedule(tx, propertyId);
    if (!property || !before) throw new AppError(SCHEDULE_NOT_FOUND);
    assertAllowed(GIVE_UP_VERBS['take-back-give-up'], projectState(property));
    const { id, statusBefore, capitalCents } = await findReversible(tx, propertyId, at);
    await markTakenBack(tx, id, at);
    for (const { echeanceId, ...fee } of await listLoweredFees(tx, id)) await changeFee(tx, echeanceId, fee);
    await restoreLoans(tx, propertyId);
    const owing = await readSchedule(tx, propertyId);
    if (!owing) throw new Error(`property ${propertyId} has lost its schedule`);
    // Capital that came in since was paid early, and lowers interest that is due again.
    const { schedule: after } = rescheduled(owing, owing, deps.config, 1);
    await writeRecomputed(tx, owing, after, at);
    // What came in since pays the fees that are due again.
    await followChange(tx, deps, { before, after, at });
    await changeFinancialStatus(tx, propertyId, EVENTS[statusBefore], at);
    await tellHolders(tx, deps, { giveUpId: id, propertyId, propertyName: property.name, step: 'taken-back', at });
    await enqueueChatMessage(tx, deps, {
      channel: 'payment-schedule',
      text: `L’abandon du recouvrement du projet ${property.name} est annulé : ses échéances sont de nouveau dues.`,
    });
    const payload = { comment, financialStatus: statusBefore, capitalCents };
    await recordAdminAction(tx, { ...input.audit, target: { type: 'property', id: propertyId }, payload, at });
    return { propertyId, financialStatus: statusBefore, capitalCents };
  });
}

async function findReversible(tx: Tx, propertyId: PropertyId, at: Temporal.Instant) {
  const found = await findGiveUp(tx, propertyId);
  if (!found) throw new AppError(PROJECT_IS_NOT_GIVEN_UP);
  const isOtherYear = parisYear(found.givenUpAt) !== parisYear(at);
  if (isOtherYear || (await wasFollowed(tx, { id: found.id, propertyId }))) throw new AppError(GIVE_UP_WAS_FOLLOWED);
  return found;
}

/** This many mails are enqueued in one statement, to limit its size. */
const MAILS_PER_STATEMENT = 500;

/** To each holder whose loss was recorded, with their part. */
async function tellHolders(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  change: {
    giveUpId: string;
    propertyId: PropertyId;
    propertyName: string;
    step: 'given-up' | 'taken-back';
    at: Temporal.Instant;
  },
): Promise<void> {
  const mails = (await listLosers(tx, change.giveUpId)).map(({ email, firstName, bricks, lossCents }) => ({
    to: email,
    template: 'project-given-up' as const,
    data: {
      propertyId: change.propertyId,
      propertyName: change.propertyName,
      step: change.step,
      bricks,
      lossCents,
      at: change.at.toString(),
      ...(firstName === null ? {} : { firstName }),
    },
  }));
  for (let from = 0; from < mails.length; from += MAILS_PER_STATEMENT)
    await deps.jobs.enqueueMany(tx, sendEmailJob, mails.slice(from, from + MAILS_PER_STATEMENT));
}
