// Job resize-debit: changes the amount of an echeance's scheduled debit to what the echeance lacks now.

import { formatEuros } from '../../../core/cents.ts';
import type { EcheanceId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import type { DirectDebitOrder } from '../../../providers/payments/index.ts';
import { deriveEcheance, type EcheanceRow, lockSchedule, readEcheance, type Schedule } from '../payment-schedule/index.ts';
import { cancelDebit } from './cancel-debit.ts';
import { endDebitChange } from './end-debit-change.ts';
import { type DebitRow, findDebitToReorder, findOpenDebit, giveUpChange, markChanging } from './queries.ts';
import { reorderDebit } from './reorder-debit.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'payments' | 'jobs'>;
type Resized = 'unchanged' | 'canceled' | 'reordered' | 'refused';
type Locked = { schedule: Schedule; echeance: EcheanceRow };

/**
 * 1. under the lock of the schedule: find a debit of another amount, or one that was cancelled for a change that did not end; 2. cancel
 * it; 3. order one for the rest. A debit that can no longer be cancelled is collected as it is, and the team is alerted. Throws while the
 * provider does not answer or the debit is being ordered: the job retries.
 */
export async function resizeDebit(deps: Deps, echeanceId: EcheanceId): Promise<Resized> {
  const debit = await inTransaction(deps.db, (tx) => begin(tx, deps, echeanceId));
  if (!debit) return 'unchanged';
  if (debit.status !== 'canceled') {
    const { result } = await cancelDebit(deps, debit);
    if (result === 'unknown') throw new Error(`the provider does not answer for debit ${debit.id}`);
    if (result === 'refused') {
      await inTransaction(deps.db, (tx) => leaveAsItIs(tx, deps, debit));
      return 'refused';
    }
  }
  const order = await inTransaction(deps.db, (tx) => end(tx, deps, debit));
  if (!order) return 'canceled';
  await reorderDebit(deps, order);
  return 'reordered';
}

async function begin(tx: Tx, deps: Pick<AppDeps, 'clock'>, echeanceId: EcheanceId): Promise<DebitRow | undefined> {
  const { echeance } = await lock(tx, echeanceId);
  const open = await findOpenDebit(tx, echeanceId);
  if (!open) return findDebitToReorder(tx, echeanceId);
  if (open.status === 'creating') throw new Error(`debit ${open.id} is being ordered`);
  if (open.status === 'canceling') return open.isToBeReordered ? open : undefined;
  if (open.amountCents === deriveEcheance(echeance).remainingToBePaidCents) return undefined;
  return markChanging(tx, open.id, deps.clock.now());
}

async function end(tx: Tx, deps: Pick<AppDeps, 'clock' | 'config'>, debit: DebitRow): Promise<DirectDebitOrder | undefined> {
  return (await endDebitChange(tx, deps, { debit, ...(await lock(tx, debit.echeanceId)) })).order;
}

async function lock(tx: Tx, echeanceId: EcheanceId): Promise<Locked> {
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
