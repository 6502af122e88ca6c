// Withdrawals that were not sent yet are stopped: by their owner, by an administrator, and by a freeze.

import { recordAdminAction } from '../../../core/audit.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { type VerbRow, verbRow } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { cancelHeldTransaction, cancelPayment, PAYMENT_STATES, type PaymentStatus } from '../../../money/payments/index.ts';
import { enqueueEmail } from '../../../providers/email/index.ts';
import { lockCustomer } from '../../access/customers/index.ts';
import { issueCreditNote } from '../invoices/index.ts';
import { NOT_CANCELABLE, WITHDRAWAL_NOT_FOUND } from './errors.ts';
import { findWithdrawal, findWithdrawalOf, listUnsentWithdrawals, type WithdrawalRow } from './queries.ts';
import { type Withdrawal, withdrawalMail } from './rules.ts';

/**
 * In which states of its payment a withdrawal may be canceled (docs/domain/states.md), asked by compare-and-set: of a cancellation and the
 * worker that sends it, one finds it `created`.
 */
export const WITHDRAWAL_VERBS = {
  'cancel-withdrawal': verbRow(PAYMENT_STATES, ['created'], NOT_CANCELABLE),
} satisfies Record<string, VerbRow<PaymentStatus>>;

/** Returns the withdrawal as it is now. Errors: `withdrawal.not-found`, `withdrawal.not-cancelable`. */
export async function cancelWithdrawal(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>,
  key: { customerId: CustomerId; withdrawalId: string },
): Promise<WithdrawalRow> {
  return inTransaction(deps.db, async (tx) => {
    await lockCustomer(tx, key.customerId);
    const found = await findWithdrawalOf(tx, key);
    if (!found) throw new AppError(WITHDRAWAL_NOT_FOUND);
    if (!(await cancelUnsent(tx, deps, found, deps.clock.now()))) throw new AppError(NOT_CANCELABLE);
    return (await findWithdrawalOf(tx, key)) ?? found;
  });
}

/** Returns the withdrawal as it is now. Errors: `not-found` (customer), `withdrawal.not-found`, `withdrawal.not-cancelable`. */
export async function cancelCustomerWithdrawal(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>,
  { customerId, withdrawalId, audit }: { customerId: CustomerId; withdrawalId: string; audit: RouteAudit },
): Promise<WithdrawalRow> {
  const key = { customerId, withdrawalId };
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    if (!(await lockCustomer(tx, customerId))) throw new AppError(NOT_FOUND, { detail: 'Customer not found' });
    const found = await findWithdrawalOf(tx, key);
    if (!found) throw new AppError(WITHDRAWAL_NOT_FOUND);
    if (!(await cancelUnsent(tx, deps, found, at))) throw new AppError(NOT_CANCELABLE);
    const { amountCents, feeCents } = found;
    const target = { type: 'customer', id: customerId };
    await recordAdminAction(tx, { ...audit, target, payload: { withdrawalId, amountCents, feeCents }, at });
    return (await findWithdrawalOf(tx, key)) ?? found;
  });
}

export async function stopWithdrawals(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  { customerId, at }: { customerId: CustomerId; at: Temporal.Instant },
): Promise<void> {
  for (const unsent of await listUnsentWithdrawals(tx, customerId)) await cancelUnsent(tx, deps, unsent, at);
}

/** Amount and fee are available again at once. False when a worker has taken its payment, or it has ended. */
async function cancelUnsent(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  { id, paymentId }: { id: string; paymentId: string | null },
  at: Temporal.Instant,
): Promise<boolean> {
  if (paymentId === null || !(await cancelPayment(tx, paymentId, at))) return false;
  await giveBack(tx, deps, { ...(await findWithdrawal(tx, id)), isCanceled: true }, at);
  return true;
}

type Deps = Pick<AppDeps, 'jobs' | 'config'>;

/** Releases the fee and credits its invoice; the hold of the amount is the payment's. `isCanceled`: it was not refused. */
export async function giveBack(
  tx: Tx,
  deps: Deps,
  withdrawal: Withdrawal & { isCanceled?: true },
  at: Temporal.Instant,
): Promise<void> {
  if (withdrawal.feeTransactionId !== null) await cancelHeldTransaction(tx, withdrawal.feeTransactionId, at);
  await enqueueEmail(tx, deps, { to: withdrawal.email, template: 'withdrawal-failed', data: failedMail(withdrawal) });
  if (withdrawal.invoiceId !== null)
    await issueCreditNote(tx, deps, {
      invoiceId: withdrawal.invoiceId,
      note: `Le retrait ${withdrawal.isCanceled ? 'est annulé' : 'n’a pas abouti'}, les frais sont rendus à votre portefeuille. Référence du retrait : ${withdrawal.id}`,
      at,
    });
}

function failedMail(withdrawal: Withdrawal & { isCanceled?: true }) {
  return { ...withdrawalMail(withdrawal), ...(withdrawal.isCanceled ? { canceled: true } : {}) };
}
