// The payer's bank took a collected debit back: it is taken off its echeance, and its money leaves the books where it is still there.

import { type Cents, centsOf, formatEuros } from '../../../core/cents.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { EXTERNAL, lockBalance, move, purseOf, unassignedOf } from '../../../money/ledger/index.ts';
import { bookTransaction } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { changeFinancialStatus, lockProperty, type PropertyRow, projectState } from '../../projects/project-life/index.ts';
import {
  lockSchedule,
  markChargedBack,
  postReassignment,
  purseChanges,
  readEcheance,
  resizeDebits,
  type Schedule,
  withChargeBack,
  writeRecomputed,
} from '../payment-schedule/index.ts';
import { deriveEcheance } from '../schedule-computation/index.ts';
import {
  type ChargedBack,
  changeDebit,
  type DebitRow,
  findDebitAtProvider,
  insertClaim,
  listProjectsOfDebit,
  lockRecordsOfDebit,
} from './queries.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>;
type Books = { spvId: SpvId; eventAt: Temporal.Instant; at: Temporal.Instant };
/** What a record gave back, and what MAIN and SURPLUS had spent of it; the rest was paid to holders and platform. Cents. */
type Returned = { returnedCents: Cents; keptMainCents: Cents; keptSurplusCents: Cents };

/**
 * `none`: no debit of ours. `not-collected`: the status job has not booked it yet. `done`: each payment record of the debit is taken off
 * its echeance; the money is booked from the PRO purses to EXT as far as it is still there (A-direct-debits-6), the rest is an open claim
 * against the owner; the team is alerted. Idempotent.
 */
export async function chargeBackDebit(
  deps: Deps,
  chargeBack: { providerMoneyInId: number; eventAt: Temporal.Instant },
): Promise<'none' | 'not-collected' | 'done'> {
  const debit = await findDebitAtProvider(deps.db, chargeBack.providerMoneyInId);
  if (!debit) return 'none';
  if (debit.status === 'chargedBack') return 'done';
  if (debit.status !== 'succeeded') return 'not-collected';
  await inTransaction(deps.db, (tx) => takeBack(tx, deps, debit, chargeBack));
  return 'done';
}

async function takeBack(
  tx: Tx,
  deps: Deps,
  debit: DebitRow,
  { providerMoneyInId, eventAt }: { providerMoneyInId: number; eventAt: Temporal.Instant },
): Promise<void> {
  const at = deps.clock.now();
  const echeance = await readEcheance(tx, debit.echeanceId);
  const projects = await lockProjects(tx, [echeance.propertyId, ...(await listProjectsOfDebit(tx, providerMoneyInId))]);
  const before = await lockSchedule(tx, echeance.propertyId);
  if (!before || before.spvId === null) throw new Error(`debit ${debit.id} has lost its schedule`);
  const records = await lockRecordsOfDebit(tx, providerMoneyInId);
  if (!(await changeDebit(tx, debit.id, { from: ['succeeded'], to: 'chargedBack', at }))) return;
  const books = { spvId: before.spvId, eventAt, at };
  const schedules = new Map([[before.propertyId, { before, after: before }]]);
  let returnedCents: Cents = 0;
  for (const record of records) {
    const propertyId = record.propertyId ?? before.propertyId;
    if (!projects.has(propertyId)) throw new Error(`the money of debit ${debit.id} went to ${propertyId} meanwhile`);
    const own = schedules.get(propertyId) ?? (await lockOther(tx, propertyId));
    const taken = await takeRecord(tx, deps, { schedule: own.after, record, books });
    schedules.set(propertyId, { ...own, after: taken.schedule });
    returnedCents = centsOf(returnedCents + taken.returned.returnedCents);
    await markChargedBack(tx, record, { comment: `Prélèvement ${providerMoneyInId} rejeté par la banque du payeur`, at });
    await insertClaim(tx, { ...record, ...taken.returned, directDebitId: debit.id, propertyId, at });
  }
  let isReopened = false;
  for (const [propertyId, change] of schedules) {
    await resizeDebits(tx, deps, change);
    if (await reopen(tx, projects.get(propertyId), change.after, at)) isReopened = true;
  }
  const wasAssigned = records.some(({ status }) => status === 'assigned');
  const facts = { debit, number: echeance.number, propertyId: before.propertyId, returnedCents, wasAssigned, isReopened };
  await alertTeam(tx, deps, facts);
}

/** The properties by id, locked in the order of their ids. */
async function lockProjects(tx: Tx, propertyIds: readonly PropertyId[]): Promise<Map<PropertyId, PropertyRow>> {
  const projects = new Map<PropertyId, PropertyRow>();
  for (const propertyId of [...new Set(propertyIds)].toSorted()) {
    const property = await lockProperty(tx, propertyId);
    if (property) projects.set(propertyId, property);
  }
  return projects;
}

/**
 * A finished project that owes again is in repayment again (A-direct-debits-6). A settled one stays settled: what the bank took is a
 * claim, and so it is of one that was given up, which asks for nothing more.
 */
async function reopen(tx: Tx, property: PropertyRow | undefined, schedule: Schedule, at: Temporal.Instant): Promise<boolean> {
  if (!property || projectState(property) !== 'finished') return false;
  const owes = schedule.echeances.some((echeance) => {
    const { remainingToBePaidCents, capitalRepaymentRemainingCents } = deriveEcheance(echeance);
    return remainingToBePaidCents + capitalRepaymentRemainingCents > 0;
  });
  return owes && changeFinancialStatus(tx, property.id, 'charged-back', at);
}

/** Money of a second debit of a settled project is booked for its SPV, and may have been assigned to another project of the SPV. */
async function lockOther(tx: Tx, propertyId: PropertyId): Promise<{ before: Schedule; after: Schedule }> {
  const schedule = await lockSchedule(tx, propertyId);
  if (!schedule) throw new Error(`property ${propertyId} has payments and no schedule`);
  return { before: schedule, after: schedule };
}

async function takeRecord(
  tx: Tx,
  deps: Pick<AppDeps, 'config'>,
  { schedule, record, books }: { schedule: Schedule; record: ChargedBack; books: Books },
): Promise<{ schedule: Schedule; returned: Returned }> {
  if (record.status === 'assigned') return takeAssigned(tx, deps, { before: schedule, record, books });
  const { propertyId } = record;
  // The part that filled an older claim has left the books already.
  const amountCents = centsOf(record.amountCents - record.claimFilledCents);
  const isArchived = propertyId !== null && record.status === 'archivedNotAssigned';
  const purse = isArchived ? purseOf(propertyId, 'SURPLUS') : unassignedOf({ propertyId, spvId: books.spvId });
  const returnedCents = centsOf(Math.min(amountCents, await lockBalance(tx, purse)));
  if (returnedCents > 0)
    await bookTransaction(tx, {
      type: 'CHARGE_BACK',
      owner: { spvId: books.spvId },
      amountCents: returnedCents,
      ...(propertyId === null ? {} : { propertyId }),
      at: books.at,
      eventAt: books.eventAt,
      lines: move(returnedCents, purse, EXTERNAL),
    });
  return { schedule, returned: { returnedCents, keptMainCents: 0, keptSurplusCents: centsOf(amountCents - returnedCents) } };
}

/** Money paid to holders or taken as a fee is not reversed (`deriveEcheance`); MAIN and SURPLUS give back what they still hold. */
async function takeAssigned(
  tx: Tx,
  { config }: Pick<AppDeps, 'config'>,
  { before, record, books }: { before: Schedule; record: Extract<ChargedBack, { status: 'assigned' }>; books: Books },
): Promise<{ schedule: Schedule; returned: Returned }> {
  const { paymentId: id, echeanceId, paymentFor, amountCents } = record;
  const { propertyId } = before;
  const takenCents = centsOf(-amountCents);
  const without = withChargeBack(before, { id, echeanceId, paymentFor, amountCents }, config);
  const wanted = purseChanges(before, without);
  const keptMainCents = centsOf(Math.max(-wanted.MAIN - (await lockBalance(tx, purseOf(propertyId, 'MAIN'))), 0));
  const keptSurplusCents = centsOf(Math.max(-wanted.SURPLUS - (await lockBalance(tx, purseOf(propertyId, 'SURPLUS'))), 0));
  const keptField = paymentFor === 'mensualite' ? 'keptSurplusCents' : 'keptCapitalSurplusCents';
  const echeances = without.echeances.map((row) =>
    row.id === echeanceId
      ? {
          ...row,
          keptMainCents: centsOf(row.keptMainCents + keptMainCents),
          [keptField]: centsOf(row[keptField] + keptSurplusCents),
        }
      : row,
  );
  const schedule = { ...without, echeances };
  const from = { account: EXTERNAL, amountCents: takenCents };
  await writeRecomputed(tx, before, schedule, books.at);
  await postReassignment(tx, { before, after: schedule, ...books, from, type: 'CHARGE_BACK' });
  const returnedCents = centsOf(amountCents - purseChanges(before, schedule).claim);
  return { schedule, returned: { returnedCents, keptMainCents, keptSurplusCents } };
}

async function alertTeam(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  facts: {
    debit: DebitRow;
    number: number;
    propertyId: PropertyId;
    returnedCents: Cents;
    wasAssigned: boolean;
    isReopened: boolean;
  },
): Promise<void> {
  const { debit, number, propertyId, returnedCents, wasAssigned, isReopened } = facts;
  const claimCents = centsOf(debit.amountCents - returnedCents);
  const claim =
    claimCents === 0
      ? ''
      : ` ${formatEuros(claimCents)} avaient déjà quitté le projet : créance sur le porteur, que le compte du SPV n’a plus chez le prestataire.`;
  await enqueueChatMessage(tx, deps, {
    channel: 'payment-schedule',
    text: `Le prélèvement ${debit.providerDebitId} de ${formatEuros(debit.amountCents)} (échéance ${number} du projet ${propertyId}) a été rejeté après encaissement${wasAssigned ? ' : l’échéance n’est plus payée' : ''}.${claim}${isReopened ? ' Le projet n’est plus remboursé : il est de nouveau en remboursement.' : ''}`,
  });
}
