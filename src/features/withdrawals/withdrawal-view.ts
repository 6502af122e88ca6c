// A withdrawal as its owner and as administrators see it.

import type { Static } from 'typebox';
import { maskIban } from '../bank-accounts/index.ts';
import type { WithdrawalRow } from './list-queries.ts';
import type { AdministrationWithdrawal, WithdrawalView } from './schemas.ts';

/** Cents; `endedAt` once the bank has paid it, or it has failed. */
export function toWithdrawalView(row: WithdrawalRow): Static<typeof WithdrawalView> {
  const { id, amountCents, feeCents, status, bankAccountId, iban, invoiceId, createdAt, eventAt } = row;
  return {
    id,
    amountCents,
    feeCents,
    status,
    bankAccount: { id: bankAccountId, iban: maskIban(iban) },
    invoiceId,
    createdAt: createdAt.toString(),
    endedAt: status === 'WAITING' ? null : eventAt.toString(),
  };
}

/** The same with what became of its payment and its fee. The IBAN stays masked (A-withdrawals-12). */
export function toAdministrationWithdrawal(row: WithdrawalRow): Static<typeof AdministrationWithdrawal> {
  const { transactionId, feeStatus, paymentId, providerPaymentId, failure } = row;
  return { ...toWithdrawalView(row), transactionId, feeStatus, paymentId, providerPaymentId, failure };
}
