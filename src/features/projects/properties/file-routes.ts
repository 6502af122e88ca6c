// HTTP of the files of properties.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { readFiles } from '../../../core/http/multipart.ts';
import { route } from '../../../core/http/route.ts';
import { FilePart } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { deletePresentation } from './delete-presentation.ts';
import { presentationErrors, uploadDocumentErrors } from './file-errors.ts';
import {
  DocumentUrl,
  PresentationParams,
  PresentationsPage,
  PresentationsQuery,
  PresentationView,
  PropertyParams,
} from './file-schemas.ts';
import { listPropertyPresentations } from './list-property-presentations.ts';
import { uploadPresentation } from './upload-presentation.ts';
import { uploadPropertyDocument } from './upload-property-document.ts';

const DOCUMENT = { field: 'file', most: 1, bytesEach: 10 * 1_048_576 };

/** Registers the group. */
export function propertyFileRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock' | 'storage' | 'jobs' | 'log'>): void {
  presentationRoutes(app, deps);
  route(app, {
    method: 'POST',
    url: '/administration/property/upload-property-document',
    operationId: 'uploadPropertyDocument',
    money: 'stays',
    guard: 'administrator',
    tag: 'administration',
    summary: 'Stores a document of a property; multipart field `file`, PDF, 10 MB.',
    consumes: 'multipart',
    form: Type.Object({ file: FilePart }),
    answer: DocumentUrl,
    errors: uploadDocumentErrors,
    emptyErrors: [500],
    // A-property-files-2
    audit: 'PROPERTY_DOCUMENT_UPLOAD',
    handle: async ({ request, audit }) => {
      const [file] = request.isMultipart() ? await readFiles(request, DOCUMENT) : [];
      return uploadPropertyDocument(deps, { file, audit });
    },
  });
}

function presentationRoutes(app: FastifyInstance, deps: Parameters<typeof propertyFileRoutes>[1]): void {
  const common = { guard: 'administrator', tag: 'extension', errors: presentationErrors } as const;
  route(app, {
    ...common,
    method: 'GET',
    url: '/administration/property/:propertyId/presentations',
    operationId: 'listPropertyPresentations',
    summary: 'Presentations of a property, newest first.',
    params: PropertyParams,
    query: PresentationsQuery,
    answer: PresentationsPage,
    handle: ({ params, query }) => listPropertyPresentations(deps, { ...params, ...query }),
  });
  route(app, {
    ...common,
    method: 'POST',
    url: '/administration/property/:propertyId/presentations',
    operationId: 'uploadPresentation',
    money: 'stays',
    summary: 'Puts a presentation on the page of a property; multipart field `file`, PDF, 10 MB.',
    consumes: 'multipart',
    params: PropertyParams,
    answer: PresentationView,
    audit: 'PROPERTY_PRESENTATION_UPLOAD',
    handle: async ({ params, request, audit }) => {
      const [file] = request.isMultipart() ? await readFiles(request, DOCUMENT) : [];
      return uploadPresentation(deps, { ...params, file, audit });
    },
  });
  route(app, {
    ...common,
    method: 'DELETE',
    url: '/administration/property/:propertyId/presentations/:presentationId',
    operationId: 'deletePresentation',
    summary: 'Takes a presentation off the page of its property, and its file out of the storage.',
    params: PresentationParams,
    audit: 'PROPERTY_PRESENTATION_DELETION',
    handle: async ({ params, audit }) => {
      await deletePresentation(deps, { ...params, audit });
      return undefined;
    },
  });
}
