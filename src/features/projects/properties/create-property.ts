// POST /administration/property: creates a DRAFT.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { contractColumns, endColumns, feeColumns, frameOf, lastingColumns } from './column-rules.ts';
import { withoutLoanTerms } from './edit-rules.ts';
import { assertPage } from './page-rules.ts';
import { presentationWith } from './presentation.ts';
import { toPropertyView } from './property-view.ts';
import { insertDraft } from './queries.ts';
import { assertFundingFrame } from './rules.ts';
import type { NewProperty } from './schemas.ts';
import { refusingUnknownLinks } from './unknown-links.ts';
import type { PropertyView } from './view-schemas.ts';

/**
 * Inserts the DRAFT with its audit row. Errors: `validation-failed` (also for an unknown SPV, project owner or presentation), and
 * the codes of the two rules over several fields of the edit payload.
 */
export async function createProperty(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { property: NewProperty; audit: RouteAudit },
): Promise<PropertyView> {
  const { audit } = input;
  const property: NewProperty =
    input.property.investorContractType === 'royalty' ? withoutLoanTerms(input.property) : input.property;
  assertFundingFrame(frameOf(property));
  assertPage(property);
  const at = deps.clock.now();
  const { operation } = property;
  const draft = {
    ...contractColumns(property),
    ...lastingColumns(property),
    ...endColumns(property),
    ...feeColumns(property),
    name: property.name,
    investor_contract_type: property.investorContractType,
    presentation: JSON.stringify(presentationWith({}, property)),
    operation: operation === undefined ? null : JSON.stringify(operation),
  };
  return refusingUnknownLinks(() =>
    inTransaction(deps.db, async (tx) => {
      const row = await insertDraft(tx, { ...draft, id: newId(), created_at: at, updated_at: at });
      const payload = { name: row.name, investorContractType: row.investor_contract_type };
      await recordAdminAction(tx, { ...audit, target: { type: 'property', id: row.id }, payload, at });
      return toPropertyView(row);
    }),
  );
}
