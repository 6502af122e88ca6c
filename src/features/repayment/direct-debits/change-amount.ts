// First step of a change of amount: a scheduled debit of more than its echeance will lack is cancelled and ordered again for the rest.
//
//   beginDebitChange (transaction: scheduled to canceling, to_be_reordered) -> cancelForChange (provider) -> endDebitChange (transaction:
//   canceled, the intent of the next debit) -> reorderDebit (provider). If the process dies in between, the job
//   resize-debit continues.

import { type Cents, formatEuros } from '../../../core/cents.ts';
import type { EcheanceId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import type { DirectDebitOrder } from '../../../providers/payments/index.ts';
import { type EcheanceRow, lockSchedule, readEcheance, resizeDebitJob, type Schedule } from '../payment-schedule/index.ts';
import { deriveEcheance } from '../schedule-computation/index.ts';
import { DEBIT_CANNOT_BE_CHANGED } from './errors.ts';
import { cancelDebit, intendDebit, orderDebit } from './program-debit.ts';
import {
  changeDebit,
  type DebitRow,
  findDebitToReorder,
  findOpenDebit,
  giveUpChange,
  markChanging,
  takeReorder,
} from './queries.ts';

/** After this, the request that changes the debit has ended or died. */
const REQUEST_SECONDS = 60;

/**
 * Before a payment is assigned, under the lock of its schedule: marks and returns the debit of more than `lackingCents`, which is what
 * the echeance will lack; undefined when there is none. Error: `echeance-debit-cannot-be-changed` while it is being ordered or cancelled.
 */
export async function beginDebitChange(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'jobs'>,
  { echeanceId, lackingCents }: { echeanceId: EcheanceId; lackingCents: Cents },
): Promise<DebitRow | undefined> {
  const open = await findOpenDebit(tx, echeanceId);
  if (!open || open.amountCents <= lackingCents) return undefined;
  // As it is now: `open` was read without a lock, perhaps before the provider had given it a number.
  const changing = await markChanging(tx, open.id, deps.clock.now());
  if (!changing) throw new AppError(DEBIT_CANNOT_BE_CHANGED);
  await deps.jobs.enqueue(tx, resizeDebitJob, { echeanceId }, { startAfterSeconds: REQUEST_SECONDS });
  return changing;
}

/**
 * When the provider refuses, the debit is scheduled again. When it does not answer, the debit stays canceling, and the job resize-debit
 * finds its status. Error in both cases: `echeance-debit-cannot-be-changed`.
 */
export async function cancelForChange(deps: Pick<AppDeps, 'db' | 'clock' | 'payments'>, debit: DebitRow): Promise<void> {
  const { result, cause } = await cancelDebit(deps, debit);
  if (result === 'canceled') return;
  if (result === 'refused') await inTransaction(deps.db, (tx) => giveUpChange(tx, debit.id, deps.clock.now()));
  throw new AppError(DEBIT_CANNOT_BE_CHANGED, { cause });
}

/**
 * After the provider cancelled the debit, under the lock of the schedule: writes that, and the intent of a debit for what the
 * echeance lacks now. `isOurs` is false when another process did it; `order` is sent after the commit.
 */
export async function endDebitChange(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'config'>,
  change: { debit: DebitRow; schedule: Schedule; echeance: EcheanceRow },
): Promise<{ isOurs: boolean; order?: DirectDebitOrder }> {
  const { debit, schedule, echeance } = change;
  if (!(await takeReorder(tx, debit.id))) return { isOurs: false };
  await changeDebit(tx, debit.id, { from: ['canceling', 'scheduled'], to: 'canceled', at: deps.clock.now() });
  if (deriveEcheance(echeance).remainingToBePaidCents === 0) return { isOurs: true };
  const { accountId, mandateId, collectionDate: sameDayAs } = debit;
  return {
    isOurs: true,
    order: await intendDebit(tx, deps, { schedule, echeance, accountId, mandateId, audit: null, sameDayAs }),
  };
}

type Deps = Pick<AppDeps, 'db' | 'clock' | 'payments' | 'jobs'>;

/** When it is refused, the echeance has no debit any more, and the team is alerted. */
export async function reorderDebit(deps: Deps, order: DirectDebitOrder): Promise<void> {
  const { result } = await orderDebit(deps, order);
  if (result !== 'refused') return;
  await inTransaction(deps.db, (tx) =>
    enqueueChatMessage(tx, deps, {
      channel: 'payment-schedule',
      text: `Le prélèvement de ${formatEuros(order.amountCents)} (${order.comment}, compte ${order.accountId}) a été annulé pour changer de montant et n’a pas pu être reprogrammé : l’échéance n’est plus programmée.`,
    }),
  );
}

type ResizeDebitDeps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'payments' | 'jobs'>;
type Resized = 'unchanged' | 'canceled' | 'reordered' | 'refused';
type Locked = { schedule: Schedule; echeance: EcheanceRow };

/**
 * Job resize-debit: changes the amount of an echeance's scheduled debit to what the echeance lacks now.
 * 1. under the lock of the schedule: find a debit of another amount, or one that was cancelled for a change that did not end; 2. cancel
 * it; 3. order one for the rest. A debit that can no longer be cancelled is collected as it is, and the team is alerted. Throws while the
 * provider does not answer or the debit is being ordered: the job retries.
 */
export async function resizeDebit(deps: ResizeDebitDeps, echeanceId: EcheanceId): Promise<Resized> {
  const debit = await inTransaction(deps.db, (tx) => beginResize(tx, deps, echeanceId));
  if (!debit) return 'unchanged';
  if (debit.status !== 'canceled') {
    const { result } = await cancelDebit(deps, debit);
    if (result === 'unknown') throw new Error(`the provider does not answer for debit ${debit.id}`);
    if (result === 'refused') {
      await inTransaction(deps.db, (tx) => leaveAsItIs(tx, deps, debit));
      return 'refused';
    }
  }
  const order = await inTransaction(deps.db, (tx) => endResize(tx, deps, debit));
  if (!order) return 'canceled';
  await reorderDebit(deps, order);
  return 'reordered';
}

async function beginResize(tx: Tx, deps: Pick<AppDeps, 'clock'>, echeanceId: EcheanceId): Promise<DebitRow | undefined> {
  const { echeance } = await lockEcheanceOfDebit(tx, echeanceId);
  const open = await findOpenDebit(tx, echeanceId);
  if (!open) return findDebitToReorder(tx, echeanceId);
  if (open.status === 'creating') throw new Error(`debit ${open.id} is being ordered`);
  if (open.status === 'canceling') return open.isToBeReordered ? open : undefined;
  if (open.amountCents === deriveEcheance(echeance).remainingToBePaidCents) return undefined;
  return markChanging(tx, open.id, deps.clock.now());
}

async function endResize(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'config'>,
  debit: DebitRow,
): Promise<DirectDebitOrder | undefined> {
  return (await endDebitChange(tx, deps, { debit, ...(await lockEcheanceOfDebit(tx, debit.echeanceId)) })).order;
}

async function lockEcheanceOfDebit(tx: Tx, echeanceId: EcheanceId): Promise<Locked> {
  const { propertyId } = await readEcheance(tx, echeanceId);
  const schedule = await lockSchedule(tx, propertyId);
  const echeance = schedule?.echeances.find(({ id }) => id === echeanceId);
  if (!schedule || !echeance) throw new Error(`echeance ${echeanceId} has lost its schedule`);
  return { schedule, echeance };
}

async function leaveAsItIs(tx: Tx, deps: Pick<AppDeps, 'clock' | 'jobs'>, debit: DebitRow): Promise<void> {
  await giveUpChange(tx, debit.id, deps.clock.now());
  const echeance = await readEcheance(tx, debit.echeanceId);
  await enqueueChatMessage(tx, deps, {
    channel: 'payment-schedule',
    text: `Le prélèvement de ${formatEuros(debit.amountCents)} (échéance ${echeance.number} du projet ${echeance.propertyId}) ne peut plus changer de montant : il sera collecté tel quel.`,
  });
}
