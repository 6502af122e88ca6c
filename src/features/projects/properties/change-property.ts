// Writes an edit of a property under its lock, whichever route asks for it.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { readFeesPaid } from '../funding/index.ts';
import { lockProperty, type PropertyRow, propertyCacheKey } from '../project-life/index.ts';
import { contractColumns, endColumns, feeColumns, lastingColumns } from './column-rules.ts';
import { assertFrameOfEdit, patchedOperation } from './edit-rules.ts';
import { hasSchedule, isSpvInUse, updateProperty } from './editing-queries.ts';
import { SPV_CANNOT_CHANGE_ONCE_USED } from './errors.ts';
import { assertMayChange } from './fixed-rules.ts';
import { assertPage } from './page-rules.ts';
import { presentationWith } from './presentation.ts';
import { toPropertyView } from './property-view.ts';
import type { PropertyEdit } from './schemas.ts';
import { refusingUnknownLinks } from './unknown-links.ts';
import type { PropertyView } from './view-schemas.ts';

/** What an edit asks for, and who asks. */
export type PropertyChange = { propertyId: PropertyId; changes: PropertyEdit; audit: RouteAudit };

/**
 * With the property locked, so that no publication or transfer of fees runs concurrently, asks `assertMay` and then the rules of every
 * edit. A change of a fixed field is refused by its name, unless it repeats the stored value (A-properties-20). Returns the property.
 * Errors: `not-found`, those of `assertMay`, `validation-failed` (an operation of another variant; an unknown SPV, project owner or
 * presentation), the codes of the two rules over several fields, `property.spv-cannot-change-once-used` and, last,
 * `validation-failed` for the page and for fixed fields.
 */
export async function changeProperty(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: PropertyChange,
  assertMay: (stored: PropertyRow) => void,
): Promise<PropertyView> {
  const { propertyId, changes, audit } = input;
  const at = deps.clock.now();
  return refusingUnknownLinks(() =>
    inTransaction(deps.db, async (tx) => {
      const stored = await lockProperty(tx, propertyId);
      if (!stored) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
      assertMay(stored);
      const operation = patchedOperation(stored.operation, changes.operation);
      assertFrameOfEdit(changes, storedFrame(stored), stored.status);
      await assertSpvMayChange(tx, stored, changes);
      assertPage(changes, stored);
      const columns = { ...lastingColumns(changes), ...contractColumns(changes), ...endColumns(changes), ...feeColumns(changes) };
      assertMayChange(
        stored,
        { ...columns, ...(operation === undefined ? {} : { operation }) },
        { paid: await readFeesPaid(tx, propertyId), hasSchedule: await hasSchedule(tx, propertyId) },
      );
      const row = await updateProperty(tx, propertyId, stored.status, {
        ...columns,
        presentation: JSON.stringify(presentationWith(stored.presentation, changes)),
        ...(operation === undefined ? {} : { operation: operation && JSON.stringify(operation) }),
        updated_at: at,
      });
      await invalidate(tx, [propertyCacheKey(propertyId)]);
      const payload = { status: stored.status, fields: Object.keys(changes) };
      await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
      return toPropertyView(row);
    }),
  );
}

/** Money, debits and mandate of a project are on the wallet of its SPV, and would not be on that of another one. */
async function assertSpvMayChange(tx: Tx, stored: PropertyRow, { spvId }: PropertyEdit): Promise<void> {
  if (spvId === undefined || spvId === stored.spv_id) return;
  if (await isSpvInUse(tx, stored.id)) throw new AppError(SPV_CANNOT_CHANGE_ONCE_USED);
}

function storedFrame(row: PropertyRow) {
  return {
    amountToFundCents: row.amount_to_fund_cents,
    minAmountToFundCents: row.min_amount_to_fund_cents,
    fundingStartDate: row.funding_start_date,
    fundingMaxEndDate: row.funding_max_end_date,
  };
}
