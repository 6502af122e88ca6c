// Turns a stored transfer to the project owner into what administrators see.

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
    bypassingAdmin: administratorId === null || email === null ? null : { administratorId, email },
    createdAt: row.createdAt.toString(),
    settledAt: row.settledAt?.toString() ?? null,
  };
}
