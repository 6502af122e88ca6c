// How a transfer to the project owner is shown.

import type { OwnerTransferRow } from './owner-transfer-queries.ts';
import type { OwnerTransferView } from './schemas.ts';

export function toOwnerTransferView(row: OwnerTransferRow): OwnerTransferView {
  const { bypassingAdministratorId: administratorId, bypassingAdministratorEmail: email } = row;
  return {
    id: row.id,
    action: row.action,
    status: row.status,
    amountCents: row.amountCents,
    providerWithdrawBankAccountId: row.bankAccountId,
    withdrawBypassed: row.withdrawBypassed,
    bypassingAdmin: administratorId === null ? null : { administratorId, email: email ?? '' },
    createdAt: row.createdAt.toString(),
    settledAt: row.settledAt?.toString() ?? null,
  };
}
