// A second debit under one reference pays no echeance: it is cancelled at the provider, or its money waits for an
// administrator (A-direct-debits-8).

import { formatEuros } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import type { DirectDebit } from '../../../providers/payments/index.ts';
import { lockProperty } from '../../projects/project-life/index.ts';
import { bookWaitingDebit, readEcheance } from '../payment-schedule/index.ts';
import { cancelDebit } from './program-debit.ts';
import { changeDebit, type DebitRow, lockDebit } from './queries.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'payments' | 'jobs'>;
/** Without the provider, for the functions that run inside a transaction. */
type TxDeps = Pick<AppDeps, 'clock' | 'jobs'>;
/** `scheduled`: the provider refused to cancel it, the bank will collect it. */
export type SecondResult = 'scheduled' | 'canceled' | 'failed' | 'collected' | 'unknown';

/** Cancels it while it is pending, and books it once it was collected; the team is alerted at its end. A dry run only asks. */
export async function followSecondDebit(deps: Deps, second: DebitRow, { dryRun }: { dryRun: boolean }): Promise<SecondResult> {
  if (second.providerDebitId === null) throw new Error(`second debit ${second.id} has no number at the provider`);
  const found = await deps.payments.getDirectDebit({ debitId: second.providerDebitId });
  if (!found.ok || found.value === null) return 'unknown';
  const { value: debit } = found;
  if (dryRun) return debit.status === 'succeeded' ? 'collected' : debit.status === 'pending' ? 'scheduled' : debit.status;
  if (debit.status === 'succeeded') return inTransaction(deps.db, (tx) => collect(tx, deps, second, debit));
  if (debit.status !== 'pending') return end(deps, second, debit.status);
  const { result } = await cancelDebit(deps, second);
  // Refused: it can no longer be cancelled, or was just collected. The next run reads it again.
  if (result !== 'canceled') return result === 'unknown' ? 'unknown' : 'scheduled';
  return end(deps, second, 'canceled');
}

/** It ended without money. */
async function end(deps: Deps, second: DebitRow, to: 'canceled' | 'failed'): Promise<SecondResult> {
  return inTransaction(deps.db, async (tx) => {
    if (!(await changeDebit(tx, second.id, { from: ['scheduled'], to, at: deps.clock.now() }))) return 'unknown';
    await alertTeam(tx, deps, second, to === 'canceled' ? 'annulé chez le prestataire' : 'refusé par la banque');
    return to;
  });
}

/**
 * Its money is on the SPV's wallet: booked for the project, where an administrator assigns it, or archives it to give it back to the
 * owner. A settled project takes no money, so it is booked for the SPV.
 */
async function collect(tx: Tx, deps: TxDeps, second: DebitRow, found: DirectDebit): Promise<SecondResult> {
  const at = deps.clock.now();
  const { propertyId } = await readEcheance(tx, second.echeanceId);
  const property = await lockProperty(tx, propertyId);
  if (!property?.spv_id) throw new Error(`debit ${second.id} has lost its project`);
  if ((await lockDebit(tx, second.id))?.status !== 'scheduled') return 'unknown';
  const paymentId = await bookWaitingDebit(tx, {
    propertyId: property.solde_de_tout_compte_done_at === null ? property.id : null,
    spvId: property.spv_id,
    providerMoneyInId: found.debitId,
    amountCents: found.amountCents,
    comment: found.comment,
    paymentDate: parisDate(found.executedAt ?? at),
    at,
  });
  await changeDebit(tx, second.id, { from: ['scheduled'], to: 'succeeded', paymentId, at });
  await alertTeam(
    tx,
    deps,
    second,
    'encaissé deux fois : il attend une affectation, ou d’être archivé pour être rendu au porteur',
  );
  return 'collected';
}

async function alertTeam(tx: Tx, deps: Pick<AppDeps, 'jobs'>, second: DebitRow, what: string): Promise<void> {
  const echeance = await readEcheance(tx, second.echeanceId);
  await enqueueChatMessage(tx, deps, {
    channel: 'payment-schedule',
    text: `Prélèvement ${second.providerDebitId} de ${formatEuros(second.amountCents)} en double (référence ${second.secondOf}, échéance ${echeance.number} du projet ${echeance.propertyId}) : ${what}.`,
  });
}
