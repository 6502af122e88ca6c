// HTTP of the properties: administrators create, publish and edit them, the public reads the published ones.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { readFiles } from '../../../core/http/request-bodies.ts';
import { route } from '../../../core/http/route.ts';
import { FileForm, FilePart, Model } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { createDraftToken, listCatalogue, readCatalogueProperty } from './catalogue.ts';
import { createProperty, deleteProperty, editProperty, editRoyaltyDraft, writeInternalNote } from './edit-property.ts';
import {
  createPropertyErrors,
  deletePropertyErrors,
  draftTokenErrors,
  editPropertyErrors,
  editRoyaltyDraftErrors,
  internalNoteErrors,
  propertyErrors,
  publishChecklistErrors,
  publishPropertyErrors,
  readCatalogueErrors,
  uploadDocumentErrors,
  uploadImagesErrors,
} from './errors.ts';
import { publishProperty, readPublishChecklist } from './publish-property.ts';
import { findInternalNote } from './queries.ts';
import {
  CatalogueQuery,
  EditQuery,
  InternalNoteEdit,
  NewProperty,
  PreviewQuery,
  PropertyEdit,
  PropertyParams,
  Publication,
  PublishChecklist,
  PublishChecklistQuery,
  UploadQuery,
} from './schemas.ts';
import { uploadImages, uploadPropertyDocument } from './uploads.ts';
import { CataloguePage, CataloguePropertyPage, DraftUrl, InternalNote, PropertyView } from './view-schemas.ts';

/** Registers the group. */
export function propertyRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    url: '/administration/property',
    operationId: 'createProperty',
    idempotency: 'none',
    guard: 'administrator',
    permission: 'projects.write',
    tag: 'extension',
    summary: 'Creates a DRAFT.',
    body: NewProperty,
    answer: PropertyView,
    errors: createPropertyErrors,
    audit: 'PROPERTY_CREATION',
    handle: ({ body, audit }) => createProperty(deps, { property: body, audit }),
  });
  route(app, {
    method: 'PATCH',
    url: '/administration/property/:propertyId/publish',
    operationId: 'publishProperty',
    guard: 'administrator',
    permission: 'projects.write',
    tag: 'administration',
    summary: 'Publishes a DRAFT: its bricks are created and its funding is announced.',
    params: PropertyParams,
    body: Publication,
    answer: PropertyView,
    errors: publishPropertyErrors,
    audit: 'PROPERTY_PUBLICATION',
    handle: ({ params, body, endUser, audit }) =>
      publishProperty(deps, {
        propertyId: params.propertyId,
        displayDate: typeof body.displayDate === 'string' ? Temporal.Instant.from(body.displayDate) : undefined,
        endUser,
        audit,
      }),
  });
  route(app, {
    method: 'GET',
    url: '/administration/property/:propertyId/publish-checklist',
    operationId: 'readPublishChecklist',
    guard: 'administrator',
    permission: 'projects.read',
    tag: 'extension',
    summary: 'Every rule of a publication, and whether the property meets it now.',
    params: PropertyParams,
    query: PublishChecklistQuery,
    answer: PublishChecklist,
    errors: publishChecklistErrors,
    handle: ({ params, query, endUser }) =>
      readPublishChecklist(deps, {
        propertyId: params.propertyId,
        displayDate: query.displayDate === undefined ? undefined : Temporal.Instant.from(query.displayDate),
        endUser,
      }),
  });
  route(app, {
    method: 'GET',
    url: '/properties',
    operationId: 'listCatalogue',
    guard: 'public',
    tag: 'extension',
    summary: 'Published properties, newest first.',
    query: CatalogueQuery,
    answer: CataloguePage,
    handle: ({ query }) => listCatalogue(deps, query),
  });
  route(app, {
    method: 'GET',
    url: '/properties/:propertyId',
    operationId: 'readCatalogueProperty',
    guard: 'public',
    tag: 'extension',
    summary: 'The public page of a property; with its draft token also before it is public.',
    params: PropertyParams,
    query: PreviewQuery,
    answer: CataloguePropertyPage,
    errors: readCatalogueErrors,
    handle: ({ params, query }) => readCatalogueProperty(deps, { propertyId: params.propertyId, draftToken: query.draftToken }),
  });
}

/** Registers the group. */
export function propertyEditingRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock' | 'config'>): void {
  route(app, {
    method: 'PATCH',
    url: '/administration/property/:propertyId',
    operationId: 'editProperty',
    guard: 'administrator',
    permission: 'projects.write',
    tag: 'administration',
    summary:
      'Edits all of the DRAFT of an obligation or loan, or the fields of a published one to which investors did not subscribe. Null clears a field.',
    params: PropertyParams,
    query: EditQuery,
    body: PropertyEdit,
    answer: PropertyView,
    errors: editPropertyErrors,
    audit: 'PROPERTY_EDIT',
    handle: ({ params, query, body, audit }) => editProperty(deps, { ...params, ...query, changes: body, audit }),
  });
  route(app, {
    method: 'PATCH',
    url: '/administration/property/royalty/:propertyId',
    operationId: 'editRoyaltyDraft',
    guard: 'administrator',
    permission: 'projects.write',
    tag: 'extension',
    summary: 'Edits the DRAFT of a royalty property. Null clears a field.',
    params: PropertyParams,
    query: EditQuery,
    body: PropertyEdit,
    answer: PropertyView,
    errors: editRoyaltyDraftErrors,
    audit: 'PROPERTY_ROYALTY_EDIT',
    handle: ({ params, query, body, audit }) => editRoyaltyDraft(deps, { ...params, ...query, changes: body, audit }),
  });
  route(app, {
    method: 'DELETE',
    url: '/administration/property/:propertyId',
    operationId: 'deleteProperty',
    guard: 'administrator',
    permission: 'projects.write',
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
    idempotency: 'none',
    guard: 'administrator',
    permission: 'projects.write',
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
    permission: 'projects.read',
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
    permission: 'projects.write',
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

const IMAGES = { field: 'files', most: 20, bytesEach: 5 * 1_048_576 };
const DOCUMENT = { field: 'file', most: 1, bytesEach: 10 * 1_048_576 };

/** Public addresses, in the order of the files sent. */
const ImageUrls = Type.Array(Type.String());

const DocumentUrl = Model('DocumentUrl', { url: Type.String() });

/** Registers the group. */
export function propertyFileRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock' | 'storage' | 'log'>): void {
  route(app, {
    method: 'POST',
    url: '/administration/property/upload-image',
    operationId: 'uploadImages',
    idempotency: 'none',
    guard: 'administrator',
    permission: 'projects.write',
    tag: 'administration',
    summary: 'Stores images of a gallery; multipart field `files`, up to 20 of jpeg, png or webp, 5 MB each.',
    consumes: 'multipart',
    query: UploadQuery,
    form: Type.Object({ files: Type.Array(FilePart, { minItems: 1, maxItems: 20 }) }),
    answer: ImageUrls,
    errors: uploadImagesErrors,
    audit: 'PROPERTY_IMAGE_UPLOAD',
    handle: async ({ request, query, audit }) => {
      const files = await readFiles(request, IMAGES);
      return uploadImages(deps, { files: files.map((file) => file.bytes), ...query, audit });
    },
  });
  route(app, {
    method: 'POST',
    url: '/administration/property/upload-property-document',
    operationId: 'uploadPropertyDocument',
    idempotency: 'none',
    guard: 'administrator',
    permission: 'projects.write',
    tag: 'administration',
    summary: 'Stores a document of a property; multipart field `file`, PDF, 10 MB.',
    consumes: 'multipart',
    query: UploadQuery,
    form: FileForm,
    answer: DocumentUrl,
    errors: uploadDocumentErrors,
    emptyErrors: [500],
    // Our kind, as the documents name none.
    audit: 'PROPERTY_DOCUMENT_UPLOAD',
    handle: async ({ request, query, audit }) => {
      const [file] = request.isMultipart() ? await readFiles(request, DOCUMENT) : [];
      return uploadPropertyDocument(deps, { file, ...query, audit });
    },
  });
}
