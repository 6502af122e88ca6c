// PUT .../program-unscheduled-mensualite-payment: a direct debit for what an echeance still lacks.

import { parisDate } from '../../core/dates.ts';
import { inTransaction, type Tx } from '../../core/db/transaction.ts';
import { AppError } from '../../core/errors.ts';
import type { RouteAudit } from '../../core/http/route.ts';
import { newId } from '../../core/ids.ts';
import type { AppDeps } from '../../deps.ts';
import type { DirectDebit, DirectDebitOrder } from '../../providers/payments/index.ts';
import { findSpvAccount } from '../spvs/index.ts';
import { FAILED_AT_PROVIDER, MUST_BE_NOT_SCHEDULED, NOT_DIRECT_DEBIT, NOTHING_TO_PAY } from './errors.ts';
import { type AskedEcheance, lockUnpaidEcheance } from './lock-echeance.ts';
import { changeDebit, insertDebit, lockDebit } from './queries.ts';
import { collectionDate } from './rules.ts';
import { writeAudit } from './write-audit.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'payments'>;
export type ProgramDebit = AskedEcheance & { audit: RouteAudit };

/**
 * 1. under the lock of the schedule: check, in the order of the table, and write the intent (`creating`, its id is the
 * reference); 2. order the debit at the provider; 3. write the outcome with the audit row. Silence leaves it `creating`: the status
 * job asks the provider by reference and audits what it finds, nothing is ordered twice (A-direct-debits-2). A debit that the job
 * gave up before the provider took it is cancelled there. Errors: document 3.
 */
export async function programDebit(deps: Deps, input: ProgramDebit): Promise<undefined> {
  const order = await inTransaction(deps.db, (tx) => writeIntent(tx, deps, input));
  const created = await deps.payments.createDirectDebit(order);
  const at = deps.clock.now();
  if (created.ok) {
    const debit = created.value;
    if (await inTransaction(deps.db, (tx) => markScheduled(tx, { reference: order.reference, debit, at }))) return undefined;
    const canceled = await deps.payments.cancelDirectDebit(order.accountId, debit.debitId);
    throw new AppError(FAILED_AT_PROVIDER, {
      cause: { ...canceled, debitId: debit.debitId, note: 'given up before it was taken' },
    });
  }
  if (created.kind !== 'unavailable')
    await inTransaction(deps.db, (tx) =>
      changeDebit(tx, order.reference, { from: ['creating'], to: 'failed', failure: created.message, at }),
    );
  throw new AppError(FAILED_AT_PROVIDER, { cause: created });
}

/** Amount: what remains to be paid now (DOMAIN §1.9). */
async function writeIntent(
  tx: Tx,
  { clock, config }: Pick<AppDeps, 'clock' | 'config'>,
  input: ProgramDebit,
): Promise<DirectDebitOrder> {
  const { schedule, echeance, derived, open } = await lockUnpaidEcheance(tx, input);
  if (open) throw new AppError(MUST_BE_NOT_SCHEDULED);
  if (derived.remainingToBePaidCents === 0) throw new AppError(NOTHING_TO_PAY);
  if (schedule.paymentMode !== 'directDebit' || schedule.providerMandateId === null) throw new AppError(NOT_DIRECT_DEBIT);
  const accountId = schedule.spvId === null ? null : await findSpvAccount(tx, schedule.spvId);
  if (accountId === null) throw new AppError(FAILED_AT_PROVIDER, { cause: 'the SPV has no wallet' });
  const at = clock.now();
  const debit = {
    id: newId(),
    echeanceId: echeance.id,
    amountCents: derived.remainingToBePaidCents,
    collectionDate: collectionDate({
      dueDate: echeance.dueDate,
      today: parisDate(at),
      leadDays: config.DIRECT_DEBIT_LEAD_DAYS,
      dayOfMonth: schedule.dayOfMonth ?? config.DIRECT_DEBIT_DAY_OF_MONTH,
    }),
    accountId,
    mandateId: schedule.providerMandateId,
    audit: input.audit,
    at,
  };
  await insertDebit(tx, debit);
  return { ...debit, comment: `Echeance ${echeance.number} ${echeance.period}`, reference: debit.id };
}

/**
 * The status job may have been faster: it found the debit, or asked for it too early and gave it up. False for the latter: the
 * echeance is free, another debit may be open, so this one must not be collected.
 */
async function markScheduled(
  tx: Tx,
  { reference, debit, at }: { reference: string; debit: DirectDebit; at: Temporal.Instant },
): Promise<boolean> {
  const change = { from: ['creating'], to: 'scheduled', providerDebitId: debit.debitId, at } as const;
  if (!(await changeDebit(tx, reference, change))) return (await lockDebit(tx, reference))?.providerDebitId === debit.debitId;
  await writeAudit(tx, reference, { providerDebitId: debit.debitId, at });
  return true;
}
