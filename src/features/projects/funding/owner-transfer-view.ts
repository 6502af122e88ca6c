// Turns a stored transfer to the project owner into what administrators see.

import type { OpenPayments } from '../../../money/payments/index.ts';
import type { OwnerTransferRow } from './owner-transfer-queries.ts';
import type { OwnerTransferView } from './schemas.ts';

/** `open`: payments without an outcome, by id. */
export function toOwnerTransferView(row: OwnerTransferRow, open: OpenPayments): OwnerTransferView {
  const { bypassingAdministratorId: administratorId, bypassingAdministratorEmail: email } = row;
  return {
    id: row.id,
    action: row.action,
    status: row.status,
    amountCents: row.amountCents,
    providerWithdrawBankAccountId: row.bankAccountId,
    withdrawBypassed: row.withdrawBypassed,
    bypassingAdmin: administratorId === null || email === null ? null : { administratorId, email },
    createdAt: row.createdAt.toString(),
    openPayment: open.get(row.orderId) ?? null,
    settledAt: row.settledAt?.toString() ?? null,
  };
}
