// A debit that was given up, because the provider did not know it: for ten days it may still take it.

import { formatEuros } from '../../../core/cents.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import type { DirectDebit } from '../../../providers/payments/index.ts';
import { deriveEcheance, findEcheance, lockSchedule, resizeDebitJob } from '../payment-schedule/index.ts';
import { cancelDebit } from './cancel-debit.ts';
import { collectDebit } from './collect-debit.ts';
import { noteSecond } from './note-second-debit.ts';
import { changeDebit, type DebitRow, findOpenDebit } from './queries.ts';
import { decisiveOf } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'payments' | 'jobs'>;
/** What the writing half may ask for. */
type Books = Pick<AppDeps, 'clock' | 'jobs'>;
/** What became of it; `absent`: the provider still does not know it, or had ended it without money. */
export type WatchedResult = 'absent' | 'adopted' | 'collected' | 'canceled' | 'unknown';

/** Asks for it by its reference. A dry run only asks. */
export async function watchDebit(deps: Deps, debit: DebitRow, { dryRun }: { dryRun: boolean }): Promise<WatchedResult> {
  const listed = await deps.payments.listDirectDebits({ reference: debit.id });
  if (!listed.ok) return 'unknown';
  const found = decisiveOf(listed.value);
  if (!found || found.status === 'failed' || found.status === 'canceled') return 'absent';
  if (dryRun) return 'unknown';
  for (const other of listed.value) if (other !== found) await noteSecond(deps, debit, other);
  if (found.status === 'succeeded') return inTransaction(deps.db, (tx) => collect(tx, deps, debit, found));
  if (await inTransaction(deps.db, (tx) => adopt(tx, deps, debit, found))) return 'adopted';
  return cancel(deps, debit, found);
}

/** Its money is here: it is for the echeance whatever happened since (A-direct-debits-3). */
async function collect(tx: Tx, deps: Books, debit: DebitRow, found: DirectDebit): Promise<WatchedResult> {
  if (!(await collectDebit(tx, deps, { debit, found, from: ['failed'] }))) return 'unknown';
  await tell(tx, deps, debit, found, 'a été collecté : il est affecté à l’échéance');
  return 'collected';
}

/** Scheduled after all, where the echeance still lacks money and no other debit asks for it. False otherwise. */
async function adopt(tx: Tx, deps: Books, debit: DebitRow, found: DirectDebit): Promise<boolean> {
  const asked = await findEcheance(tx, debit.echeanceId);
  const schedule = asked && (await lockSchedule(tx, asked.propertyId));
  const echeance = schedule?.echeances.find(({ id }) => id === debit.echeanceId);
  if (!echeance || (await findOpenDebit(tx, debit.echeanceId))) return false;
  const lackingCents = deriveEcheance(echeance).remainingToBePaidCents;
  if (lackingCents === 0) return false;
  const change = { from: ['failed'], to: 'scheduled', providerDebitId: found.debitId, at: deps.clock.now() } as const;
  if (!(await changeDebit(tx, debit.id, change))) return false;
  if (found.amountCents !== lackingCents) await deps.jobs.enqueue(tx, resizeDebitJob, { echeanceId: debit.echeanceId });
  await tell(tx, deps, debit, found, 'est programmé : l’échéance en a encore besoin');
  return true;
}

/** Nobody needs it any more. Beyond recall, it is collected: then its money is booked. */
async function cancel(deps: Deps, debit: DebitRow, found: DirectDebit): Promise<WatchedResult> {
  const { result } = await cancelDebit(deps, { ...debit, providerDebitId: found.debitId });
  if (result !== 'canceled') return 'unknown';
  await inTransaction(deps.db, async (tx) => {
    const change = { from: ['failed'], to: 'canceled', providerDebitId: found.debitId, at: deps.clock.now() } as const;
    if (await changeDebit(tx, debit.id, change)) await tell(tx, deps, debit, found, 'est annulé chez le prestataire');
  });
  return 'canceled';
}

async function tell(tx: Tx, deps: Pick<AppDeps, 'jobs'>, debit: DebitRow, found: DirectDebit, what: string): Promise<void> {
  const echeance = await findEcheance(tx, debit.echeanceId);
  await enqueueChatMessage(tx, deps, {
    channel: 'payment-schedule',
    text: `Prélèvement ${found.debitId} de ${formatEuros(found.amountCents)} (échéance ${echeance?.number ?? '?'} du projet ${echeance?.propertyId ?? '?'}), abandonné puis retrouvé chez le prestataire : il ${what}.`,
  });
}
