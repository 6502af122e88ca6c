// A tax remittance as the API shows it.

import type { RemittanceRow } from './remittance-queries.ts';
import type { TaxRemittance } from './schemas.ts';

export function remittanceView(row: RemittanceRow): TaxRemittance {
  const { id, period, action, status, amountCents, comment, createdAt, settledAt } = row;
  return {
    id,
    period,
    action,
    status,
    amountCents,
    comment,
    createdAt: createdAt.toString(),
    settledAt: settledAt?.toString() ?? null,
  };
}
