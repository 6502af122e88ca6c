// A property is created as a DRAFT, edited under its lock, and deleted while it is a draft.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { readFeesPaid } from '../funding/index.ts';
import { lockProperty, type PropertyRow, projectState, propertyCacheKey } from '../project-life/index.ts';
import { presentationWith, toPropertyView } from './catalogue.ts';
import {
  assertFrameOfEdit,
  assertMayChange,
  assertNoRoyalty,
  assertPage,
  assertStaysRoyalty,
  contractColumns,
  endColumns,
  feeColumns,
  frameOf,
  lastingColumns,
  patchedOperation,
  withoutLoanTerms,
} from './edit-rules.ts';
import {
  DELETE_MUST_BE_DRAFT,
  DELETE_STILL_REFERENCED,
  EDIT_CHANGED_MEANWHILE,
  NOTE_VERSION_CONFLICT,
  SPV_CANNOT_CHANGE_ONCE_USED,
} from './errors.ts';
import {
  deleteDraft,
  findInternalNote,
  hasSchedule,
  insertDraft,
  isSpvInUse,
  replaceInternalNote,
  updateProperty,
} from './queries.ts';
import { assertFundingFrame, PROPERTY_VERBS } from './rules.ts';
import type { InternalNoteEdit, NewProperty, PropertyEdit } from './schemas.ts';
import type { InternalNote, PropertyView } from './view-schemas.ts';

/**
 * POST /administration/property: creates a DRAFT.
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

/**
 * PATCH /administration/property/:propertyId: edits all of a DRAFT, or the fields that may still change of a published property.
 * Errors, from the top of the table to its bottom: `property.edit-does-not-support-royalty-operation` among those of changeProperty.
 */
export async function editProperty(deps: Pick<AppDeps, 'db' | 'clock'>, input: PropertyChange): Promise<PropertyView> {
  return changeProperty(deps, input, (stored) => assertNoRoyalty(stored, input.changes));
}

/**
 * PATCH /administration/property/royalty/:propertyId: edits a royalty property before its publication.
 * Errors: `property.edit-royalty.must-be-royalty`, `property.edit-royalty.must-be-draft`, and those of changeProperty. What a
 * royalty has not is dropped.
 */
export async function editRoyaltyDraft(deps: Pick<AppDeps, 'db' | 'clock'>, input: PropertyChange): Promise<PropertyView> {
  const changes = withoutLoanTerms(input.changes);
  return changeProperty(deps, { ...input, changes }, (stored) => {
    assertStaysRoyalty(stored, changes);
    assertAllowed(PROPERTY_VERBS['edit-royalty-draft'], projectState(stored));
  });
}

/** What an edit asks for, and the administrator. */
type PropertyChange = {
  propertyId: PropertyId;
  unchangedSince?: string | undefined;
  changes: PropertyEdit;
  audit: RouteAudit;
};

/**
 * With the property locked, so that no publication or transfer of fees runs concurrently, asks `assertMay` and then the rules of every
 * edit. A change of a fixed field is refused by its name, unless it repeats the stored value (A-properties-20). Returns the property.
 * Errors: `not-found`, `property.edit.changed-meanwhile`, those of `assertMay`, `validation-failed` (an operation of another variant; an unknown SPV, project owner or
 * presentation), the codes of the two rules over several fields, `property.spv-cannot-change-once-used` and, last,
 * `validation-failed` for the page and for fixed fields.
 */
async function changeProperty(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: PropertyChange,
  assertMay: (stored: PropertyRow) => void,
): Promise<PropertyView> {
  const { propertyId, unchangedSince, changes, audit } = input;
  const at = deps.clock.now();
  return refusingUnknownLinks(() =>
    inTransaction(deps.db, async (tx) => {
      const stored = await lockProperty(tx, propertyId);
      if (!stored) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
      if (unchangedSince !== undefined && !stored.updated_at.equals(unchangedSince)) throw new AppError(EDIT_CHANGED_MEANWHILE);
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

/**
 * DELETE /administration/property/:propertyId: deletes a DRAFT.
 * Deletes the DRAFT, with its audit row. The files of its gallery stay, as other pages may link to them.
 * Errors: `not-found`, `property.delete.must-be-draft`, `property.delete.still-referenced` (something refers to it).
 */
export async function deleteProperty(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { propertyId: PropertyId; audit: RouteAudit },
): Promise<void> {
  const { propertyId, audit } = input;
  const at = deps.clock.now();
  try {
    await inTransaction(deps.db, async (tx) => {
      const property = await lockProperty(tx, propertyId);
      if (!property) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
      assertAllowed(PROPERTY_VERBS['delete-property'], projectState(property));
      if (!(await deleteDraft(tx, propertyId))) throw new AppError(DELETE_MUST_BE_DRAFT);
      await invalidate(tx, [propertyCacheKey(propertyId)]);
      const payload = { name: property.name };
      await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
    });
  } catch (error) {
    throw violatedConstraint(error) === undefined ? error : new AppError(DELETE_STILL_REFERENCED, { cause: error });
  }
}

/**
 * PATCH /administration/property/:propertyId/internal-note: replaces the note that the administrator read.
 * Compare-and-set on the version: of two concurrent changes the second is refused. Returns the note with its new version. Errors:
 * `not-found` (`Property not found`), `NOTE_VERSION_CONFLICT`.
 */
export async function writeInternalNote(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { propertyId: PropertyId; note: InternalNoteEdit; audit: RouteAudit },
): Promise<InternalNote> {
  const { propertyId, note, audit } = input;
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const written = await replaceInternalNote(tx, propertyId, { ...note, at });
    if (!written) {
      const known = await findInternalNote(tx, propertyId);
      throw known ? new AppError(NOTE_VERSION_CONFLICT) : new AppError(NOT_FOUND, { detail: 'Property not found' });
    }
    const payload = { version: written.version };
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
    return written;
  });
}

const FIELDS: Readonly<Record<string, string>> = {
  property_spv_id_fkey: 'body/spvId',
  property_project_owner_id_fkey: 'body/projectOwnerId',
  property_project_owner_presentation_id_fkey: 'body/projectOwnerPresentationId',
};

/** Runs `write`. Error: `validation-failed` for an unknown SPV, project owner or presentation. */
async function refusingUnknownLinks<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const constraint = violatedConstraint(error);
    const path = constraint && FIELDS[constraint];
    throw !path ? error : new AppError(VALIDATION_FAILED, { faults: [{ path, reason: 'is not known' }] });
  }
}
