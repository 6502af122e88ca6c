// PATCH /administration/property/:propertyId: edits a property that is not royalty; the whole of it while it is a DRAFT.

import { recordAdminAction } from '../../core/audit.ts';
import { invalidate } from '../../core/cache.ts';
import { propertyCacheKey } from '../../core/cache-keys.ts';
import { inTransaction, type Tx } from '../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../core/errors.ts';
import type { RouteAudit } from '../../core/http/route.ts';
import type { AppDeps } from '../../deps.ts';
import { wasEverUsed } from '../../money/ledger/index.ts';
import { lockProperty, type PropertyRow } from '../project-life/index.ts';
import { contractColumns, endColumns, frameOf, lastingColumns } from './column-rules.ts';
import { assertEditable, assertFrameOfEdit, patchedOperation } from './edit-rules.ts';
import { hasPurchases, updateProperty } from './editing-queries.ts';
import { SPV_CANNOT_CHANGE_ONCE_USED } from './errors.ts';
import { presentationOf } from './presentation.ts';
import { toPropertyView } from './property-view.ts';
import type { PropertyEdit } from './schemas.ts';
import { refusingUnknownLinks } from './unknown-links.ts';
import type { PropertyView } from './view-schemas.ts';

/**
 * The error table top to bottom, with the property locked: an edit and a publication never mix. Outside DRAFT the whole payload
 * is judged and what investors subscribed to is left as it is, without an error (Q16, A-properties-20). Answers the property.
 * Errors: `not-found`, `property.edit-does-not-support-royalty-operation`, `validation-failed` (the operation is of another
 * variant; an unknown SPV or project owner), the two codes over several fields and, last, `property.spv-cannot-change-once-used`.
 */
export async function editProperty(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { propertyId: string; changes: PropertyEdit; audit: RouteAudit },
): Promise<PropertyView> {
  const { propertyId, changes, audit } = input;
  const at = deps.clock.now();
  return refusingUnknownLinks(() =>
    inTransaction(deps.db, async (tx) => {
      const stored = await lockProperty(tx, propertyId);
      if (!stored) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
      assertEditable(stored.investor_contract_type, changes);
      const operation = patchedOperation(stored.operation, changes.operation);
      assertFrameOfEdit(changes, frameOf(changes, storedFrame(stored)));
      await assertSpvMayChange(tx, stored, changes);
      const isDraft = stored.status === 'DRAFT';
      const row = await updateProperty(tx, propertyId, stored.status, {
        ...lastingColumns(changes),
        presentation: JSON.stringify({ ...Object(stored.presentation), ...presentationOf(changes) }),
        ...(isDraft ? { ...contractColumns(changes), ...(operation ? { operation: JSON.stringify(operation) } : {}) } : {}),
        ...(stored.funding_ended_at === null ? endColumns(changes) : {}),
        updated_at: at,
      });
      await invalidate(tx, [propertyCacheKey(propertyId)]);
      const payload = { status: stored.status, fields: Object.keys(changes) };
      await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
      return toPropertyView(row);
    }),
  );
}

/** Money of a project lies on the wallet of its SPV: another one would not have it. */
async function assertSpvMayChange(tx: Tx, stored: PropertyRow, { spvId }: PropertyEdit): Promise<void> {
  if (spvId === undefined || spvId === stored.spv_id) return;
  if ((await wasEverUsed(tx, stored.id)) || (await hasPurchases(tx, stored.id))) throw new AppError(SPV_CANNOT_CHANGE_ONCE_USED);
}

function storedFrame(row: PropertyRow) {
  return {
    amountToFundCents: row.amount_to_fund_cents,
    minAmountToFundCents: row.min_amount_to_fund_cents,
    fundingStartDate: row.funding_start_date,
    fundingMaxEndDate: row.funding_max_end_date,
  };
}
