// Writes the intent of a debit in the caller's transaction; `orderDebit` sends it after the commit.

import { parisDate } from '../../../core/dates.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import type { DirectDebitOrder } from '../../../providers/payments/index.ts';
import { deriveEcheance, type EcheanceRow, type Schedule } from '../payment-schedule/index.ts';
import { auditDebit } from './audit-debit.ts';
import { insertDebit } from './queries.ts';
import { collectionDate, newCollectionDate } from './rules.ts';

/** The echeance, the mandate and the wallet; `sameDayAs` is the collection date of the debit that this one replaces. */
export type DebitDemand = {
  schedule: Schedule;
  echeance: EcheanceRow;
  accountId: string;
  mandateId: number;
  audit: RouteAudit | null;
  sameDayAs?: Temporal.PlainDate;
};

/**
 * Writes the intent (`creating`; its id is the reference) for what remains to be paid now, with the audit row of the administrator who
 * asked for it (repayments.md#life-of-a-direct-debit).
 */
export async function intendDebit(
  tx: Tx,
  { clock, config }: Pick<AppDeps, 'clock' | 'config'>,
  demand: DebitDemand,
): Promise<DirectDebitOrder> {
  const { schedule, echeance, accountId, mandateId, audit, sameDayAs } = demand;
  const at = clock.now();
  const days = {
    dueDate: echeance.dueDate,
    today: parisDate(at),
    leadDays: config.DIRECT_DEBIT_LEAD_DAYS,
    dayOfMonth: schedule.dayOfMonth ?? config.DIRECT_DEBIT_DAY_OF_MONTH,
  };
  const debit = {
    id: newId(),
    echeanceId: echeance.id,
    amountCents: deriveEcheance(echeance).remainingToBePaidCents,
    collectionDate: sameDayAs === undefined ? collectionDate(days) : newCollectionDate(sameDayAs, days),
    ...{ accountId, mandateId, at },
  };
  await insertDebit(tx, debit);
  if (audit !== null) await auditDebit(tx, debit, audit, at);
  return { ...debit, comment: `Echeance ${echeance.number} ${echeance.period}`, reference: debit.id };
}
