// Watches a debit that was given up because the provider did not have it: for some days its order may still be
// accepted late (A-direct-debits-7).

import { formatEuros } from '../../../core/cents.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import type { DirectDebit } from '../../../providers/payments/index.ts';
import { lockSchedule, readEcheance, resizeDebitJob } from '../payment-schedule/index.ts';
import { deriveEcheance } from '../schedule-computation/index.ts';
import { cancelDebit } from './program-debit.ts';
import { changeDebit, type DebitRow, findOpenDebit, insertSeconds } from './queries.ts';
import { decisiveOf, secondsOf } from './rules.ts';
import { collectDebit } from './update-debit.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'payments' | 'jobs'>;
/** Without the provider, for the functions that run inside a transaction. */
type TxDeps = Pick<AppDeps, 'clock' | 'jobs'>;
/** `absent`: the provider does not have it, or it ended there without money. `adopted`: it is scheduled again. */
export type WatchedResult = 'absent' | 'adopted' | 'collected' | 'canceled' | 'unknown';

/** Asks the provider by the debit's reference. A dry run only asks. */
export async function watchDebit(deps: Deps, debit: DebitRow, { dryRun }: { dryRun: boolean }): Promise<WatchedResult> {
  const listed = await deps.payments.listDirectDebits({ reference: debit.id });
  if (!listed.ok) return 'unknown';
  const found = decisiveOf(listed.value);
  if (!found || found.status === 'failed' || found.status === 'canceled') return 'absent';
  if (dryRun) return 'unknown';
  const seconds = secondsOf(listed.value, found);
  if (seconds.length > 0) await inTransaction(deps.db, (tx) => insertSeconds(tx, debit, seconds, deps.clock.now()));
  if (found.status === 'succeeded') return inTransaction(deps.db, (tx) => collect(tx, deps, debit, found));
  if (await inTransaction(deps.db, (tx) => adopt(tx, deps, debit, found))) return 'adopted';
  return cancel(deps, debit, found);
}

/** Its money has arrived and is assigned to its echeance, or waits where the project is owed nothing (A-direct-debits-3). */
async function collect(tx: Tx, deps: TxDeps, debit: DebitRow, found: DirectDebit): Promise<WatchedResult> {
  if (!(await collectDebit(tx, deps, { debit, found, from: ['failed'] }))) return 'unknown';
  await alertTeam(
    tx,
    deps,
    debit,
    found,
    'a été collecté : il est affecté à l’échéance, ou attend une affectation si le projet est remboursé',
  );
  return 'collected';
}

/** Scheduled again, if the echeance still lacks money and has no other open debit; false otherwise. */
async function adopt(tx: Tx, deps: TxDeps, debit: DebitRow, found: DirectDebit): Promise<boolean> {
  const { propertyId } = await readEcheance(tx, debit.echeanceId);
  const schedule = await lockSchedule(tx, propertyId);
  const echeance = schedule?.echeances.find(({ id }) => id === debit.echeanceId);
  if (!echeance || (await findOpenDebit(tx, debit.echeanceId))) return false;
  const lackingCents = deriveEcheance(echeance).remainingToBePaidCents;
  if (lackingCents === 0) return false;
  const change = { from: ['failed'], to: 'scheduled', providerDebitId: found.debitId, at: deps.clock.now() } as const;
  if (!(await changeDebit(tx, debit.id, change))) return false;
  if (found.amountCents !== lackingCents) await deps.jobs.enqueue(tx, resizeDebitJob, { echeanceId: debit.echeanceId });
  await alertTeam(tx, deps, debit, found, 'est programmé : l’échéance en a encore besoin');
  return true;
}

/** The echeance does not need it. If the provider refuses to cancel, it is collected, and a later run books its money. */
async function cancel(deps: Deps, debit: DebitRow, found: DirectDebit): Promise<WatchedResult> {
  const { result } = await cancelDebit(deps, { ...debit, providerDebitId: found.debitId });
  if (result !== 'canceled') return 'unknown';
  await inTransaction(deps.db, async (tx) => {
    const change = { from: ['failed'], to: 'canceled', providerDebitId: found.debitId, at: deps.clock.now() } as const;
    if (await changeDebit(tx, debit.id, change)) await alertTeam(tx, deps, debit, found, 'est annulé chez le prestataire');
  });
  return 'canceled';
}

async function alertTeam(tx: Tx, deps: Pick<AppDeps, 'jobs'>, debit: DebitRow, found: DirectDebit, what: string): Promise<void> {
  const echeance = await readEcheance(tx, debit.echeanceId);
  await enqueueChatMessage(tx, deps, {
    channel: 'payment-schedule',
    text: `Prélèvement ${found.debitId} de ${formatEuros(found.amountCents)} (échéance ${echeance.number} du projet ${echeance.propertyId}), abandonné puis retrouvé chez le prestataire : il ${what}.`,
  });
}
