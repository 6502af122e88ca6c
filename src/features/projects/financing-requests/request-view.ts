// Turns a stored financing request into what administrators see.

import type { FinancingRequestRow } from './queries.ts';
import type { AccountManager, FinancingRequest } from './schemas.ts';

export function toFinancingRequest(row: FinancingRequestRow): FinancingRequest {
  return {
    id: row.id,
    name: row.name,
    propertyId: row.property_id,
    projectOwnerCompanyId: row.project_owner_company_id,
    requestedAmountCents: row.requested_amount_cents,
    // Border: only validated bodies are written there.
    accountManager: row.account_manager as AccountManager | null,
    createdAt: row.created_at.toString(),
    updatedAt: row.updated_at.toString(),
  };
}
