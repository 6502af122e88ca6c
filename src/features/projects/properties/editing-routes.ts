// HTTP of the administrators' changes of one property.

import type { FastifyInstance } from 'fastify';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { createDraftToken } from './create-draft-token.ts';
import { deleteProperty } from './delete-property.ts';
import { editProperty } from './edit-property.ts';
import { editRoyaltyDraft } from './edit-royalty-draft.ts';
import { findInternalNote } from './editing-queries.ts';
import {
  deletePropertyErrors,
  draftTokenErrors,
  editPropertyErrors,
  editRoyaltyDraftErrors,
  internalNoteErrors,
  propertyErrors,
} from './errors.ts';
import { DraftUrl, InternalNote } from './listing-schemas.ts';
import { InternalNoteEdit, PropertyEdit, PropertyParams } from './schemas.ts';
import { PropertyView } from './view-schemas.ts';
import { writeInternalNote } from './write-internal-note.ts';

/** Registers the group. */
export function propertyEditingRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock' | 'config'>): void {
  route(app, {
    method: 'PATCH',
    url: '/administration/property/:propertyId',
    operationId: 'editProperty',
    guard: 'administrator',
    tag: 'administration',
    summary:
      'Edits all of the DRAFT of an obligation or loan, or the fields of a published one to which investors did not subscribe. Null clears a field.',
    params: PropertyParams,
    body: PropertyEdit,
    answer: PropertyView,
    errors: editPropertyErrors,
    audit: 'PROPERTY_EDIT',
    handle: ({ params, body, audit }) => editProperty(deps, { propertyId: params.propertyId, changes: body, audit }),
  });
  route(app, {
    method: 'PATCH',
    url: '/administration/property/royalty/:propertyId',
    operationId: 'editRoyaltyDraft',
    guard: 'administrator',
    tag: 'extension',
    summary: 'Edits the DRAFT of a royalty property. Null clears a field.',
    params: PropertyParams,
    body: PropertyEdit,
    answer: PropertyView,
    errors: editRoyaltyDraftErrors,
    audit: 'PROPERTY_ROYALTY_EDIT',
    handle: ({ params, body, audit }) => editRoyaltyDraft(deps, { propertyId: params.propertyId, changes: body, audit }),
  });
  route(app, {
    method: 'DELETE',
    url: '/administration/property/:propertyId',
    operationId: 'deleteProperty',
    guard: 'administrator',
    tag: 'administration',
    summary: 'Deletes a DRAFT.',
    params: PropertyParams,
    errors: deletePropertyErrors,
    audit: 'PROPERTY_DELETION',
    handle: async ({ params, audit }) => {
      await deleteProperty(deps, { propertyId: params.propertyId, audit });
      return undefined;
    },
  });
  route(app, {
    method: 'POST',
    url: '/administration/property/:propertyId/draft-token',
    operationId: 'createDraftToken',
    money: 'stays',
    guard: 'administrator',
    tag: 'administration',
    summary: 'A link that shows the property before it is public, for seven days.',
    params: PropertyParams,
    answer: DraftUrl,
    errors: draftTokenErrors,
    audit: 'PROPERTY_DRAFT_TOKEN_CREATION',
    handle: ({ params, audit }) => createDraftToken(deps, { propertyId: params.propertyId, audit }),
  });
  route(app, {
    method: 'GET',
    url: '/administration/property/:propertyId/internal-note',
    operationId: 'readInternalNote',
    guard: 'administrator',
    tag: 'administration',
    summary: 'The internal note of the administrators.',
    params: PropertyParams,
    answer: InternalNote,
    errors: propertyErrors,
    handle: async ({ params }) => {
      // Empty and version 0 before the first save (catalogue.md#internal-note).
      const note = await findInternalNote(deps.db, params.propertyId);
      if (!note) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
      return note;
    },
  });
  route(app, {
    method: 'PATCH',
    url: '/administration/property/:propertyId/internal-note',
    operationId: 'writeInternalNote',
    guard: 'administrator',
    tag: 'administration',
    summary: 'Replaces the note, unless it was changed since it was read.',
    params: PropertyParams,
    body: InternalNoteEdit,
    answer: InternalNote,
    errors: internalNoteErrors,
    audit: 'PROPERTY_INTERNAL_NOTE_UPDATE',
    handle: ({ params, body, audit }) => writeInternalNote(deps, { propertyId: params.propertyId, note: body, audit }),
  });
}
