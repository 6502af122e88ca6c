// The payer's bank took a collected debit back: it pays its echeance no more, and what is still there of it leaves the books.

import { formatEuros } from '../../../core/cents.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { EXTERNAL, lockBalance, move, purseOf, unassignedOf } from '../../../money/ledger/index.ts';
import { bookTransaction } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import {
  findEcheance,
  lockSchedule,
  markChargedBack,
  postReassignment,
  purseChanges,
  resizeDebits,
  type Schedule,
  withPayment,
} from '../payment-schedule/index.ts';
import { type ChargedBack, insertClaim, lockRecordsOfDebit } from './charge-back-queries.ts';
import { changeDebit, type DebitRow, findDebitAtProvider } from './queries.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs'>;
type Books = { spvId: string; eventAt: Temporal.Instant; at: Temporal.Instant };
/** What a record gave back, and what MAIN and SURPLUS had spent of it; the rest went to the holders and the platform. Cents. */
type Returned = { returnedCents: number; keptMainCents: number; keptSurplusCents: number };

/**
 * `none`: no debit of ours. `not-collected`: the status job has not booked it yet. `done`: each record of its money is off its
 * echeance, whose status is derived anew; booked PRO purses to EXT as far as the money is still there (A-direct-debits-6), the rest
 * is an open claim against the owner; the team is told. Safe to repeat.
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
  const echeance = await findEcheance(tx, debit.echeanceId);
  const before = echeance && (await lockSchedule(tx, echeance.propertyId));
  if (!before || before.spvId === null) throw new Error(`debit ${debit.id} has lost its schedule`);
  const records = await lockRecordsOfDebit(tx, providerMoneyInId);
  if (!(await changeDebit(tx, debit.id, { from: ['succeeded'], to: 'chargedBack', at }))) return;
  const books = { spvId: before.spvId, eventAt, at };
  const schedules = new Map([[before.propertyId, { before, after: before }]]);
  let returnedCents = 0;
  for (const record of records) {
    const propertyId = record.propertyId ?? before.propertyId;
    const own = schedules.get(propertyId) ?? (await lockOther(tx, propertyId));
    const taken = await takeRecord(tx, own.after, record, books);
    schedules.set(propertyId, { ...own, after: taken.schedule });
    returnedCents += taken.returned.returnedCents;
    await markChargedBack(tx, record, { comment: `Prélèvement ${providerMoneyInId} rejeté par la banque du payeur`, at });
    await insertClaim(tx, { ...record, ...taken.returned, directDebitId: debit.id, propertyId, at });
  }
  for (const change of schedules.values()) await resizeDebits(tx, deps, change);
  const wasAssigned = records.some(({ status }) => status === 'assigned');
  await tell(tx, deps, { debit, number: echeance.number, propertyId: before.propertyId, returnedCents, wasAssigned });
}

/** Money of a second debit that came to a settled project waited with the SPV, and was assigned to another of its projects. */
async function lockOther(tx: Tx, propertyId: string): Promise<{ before: Schedule; after: Schedule }> {
  const schedule = await lockSchedule(tx, propertyId);
  if (!schedule) throw new Error(`property ${propertyId} has payments and no schedule`);
  return { before: schedule, after: schedule };
}

async function takeRecord(
  tx: Tx,
  schedule: Schedule,
  record: ChargedBack,
  books: Books,
): Promise<{ schedule: Schedule; returned: Returned }> {
  if (record.status === 'assigned') return takeAssigned(tx, schedule, record, books);
  const { propertyId } = record;
  // What of it filled an older claim has left the books already, and stays there.
  const amountCents = record.amountCents - record.claimFilledCents;
  const isArchived = propertyId !== null && record.status === 'archivedNotAssigned';
  const purse = isArchived ? purseOf(propertyId, 'SURPLUS') : unassignedOf({ propertyId, spvId: books.spvId });
  const returnedCents = Math.min(amountCents, await lockBalance(tx, purse));
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
  return { schedule, returned: { returnedCents, keptMainCents: 0, keptSurplusCents: amountCents - returnedCents } };
}

/** What went to the holders, or was taken as a fee, stays so (`deriveEcheance`); MAIN and SURPLUS give what they still have. */
async function takeAssigned(
  tx: Tx,
  before: Schedule,
  { echeanceId, paymentFor, amountCents }: Extract<ChargedBack, { status: 'assigned' }>,
  books: Books,
): Promise<{ schedule: Schedule; returned: Returned }> {
  const { propertyId } = before;
  const without = withPayment(before, { echeanceId, paymentFor, amountCents: -amountCents });
  const wanted = purseChanges(before, without);
  const keptMainCents = Math.max(-wanted.MAIN - (await lockBalance(tx, purseOf(propertyId, 'MAIN'))), 0);
  const keptSurplusCents = Math.max(-wanted.SURPLUS - (await lockBalance(tx, purseOf(propertyId, 'SURPLUS'))), 0);
  const keptField = paymentFor === 'mensualite' ? 'keptSurplusCents' : 'keptCapitalSurplusCents';
  const echeances = without.echeances.map((row) =>
    row.id === echeanceId
      ? { ...row, keptMainCents: row.keptMainCents + keptMainCents, [keptField]: row[keptField] + keptSurplusCents }
      : row,
  );
  const schedule = { ...without, echeances };
  const from = { account: EXTERNAL, amountCents: -amountCents };
  await postReassignment(tx, { before, after: schedule, ...books, from, type: 'CHARGE_BACK' });
  const returnedCents = amountCents - purseChanges(before, schedule).claim;
  return { schedule, returned: { returnedCents, keptMainCents, keptSurplusCents } };
}

async function tell(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  told: { debit: DebitRow; number: number; propertyId: string; returnedCents: number; wasAssigned: boolean },
): Promise<void> {
  const { debit, number, propertyId, returnedCents, wasAssigned } = told;
  const claimCents = debit.amountCents - returnedCents;
  const claim =
    claimCents === 0
      ? ''
      : ` ${formatEuros(claimCents)} avaient déjà quitté le projet : créance sur le porteur, que le compte du SPV n’a plus chez le prestataire.`;
  await enqueueChatMessage(tx, deps, {
    channel: 'payment-schedule',
    text: `Le prélèvement ${debit.providerDebitId} de ${formatEuros(debit.amountCents)} (échéance ${number} du projet ${propertyId}) a été rejeté après encaissement${wasAssigned ? ' : l’échéance n’est plus payée' : ''}.${claim}`,
  });
}
