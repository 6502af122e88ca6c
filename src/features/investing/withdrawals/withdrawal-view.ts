// A withdrawal as its owner sees it.

import type { Static } from 'typebox';
import { maskIban } from '../bank-accounts/index.ts';
import type { WithdrawalRow } from './list-queries.ts';
import type { WithdrawalView } from './schemas.ts';

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
