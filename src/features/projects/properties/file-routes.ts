// HTTP of the files of properties.

import type { FastifyInstance } from 'fastify';
import { readFiles } from '../../../core/http/multipart.ts';
import { route } from '../../../core/http/route.ts';
import { FileForm } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { uploadDocumentErrors } from './errors.ts';
import { uploadPropertyDocument } from './upload-property-document.ts';
import { DocumentUrl } from './view-schemas.ts';

const DOCUMENT = { field: 'file', most: 1, bytesEach: 10 * 1_048_576 };

/** Registers the group. */
export function propertyFileRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock' | 'storage'>): void {
  route(app, {
    method: 'POST',
    url: '/administration/property/upload-property-document',
    operationId: 'uploadPropertyDocument',
    money: 'stays',
    guard: 'administrator',
    tag: 'administration',
    summary: 'Stores a document of a property; multipart field `file`, PDF, 10 MB.',
    consumes: 'multipart',
    form: FileForm,
    answer: DocumentUrl,
    errors: uploadDocumentErrors,
    emptyErrors: [500],
    // Our kind, as the documents name none (A-property-files-2).
    audit: 'PROPERTY_DOCUMENT_UPLOAD',
    handle: async ({ request, audit }) => {
      const [file] = request.isMultipart() ? await readFiles(request, DOCUMENT) : [];
      return uploadPropertyDocument(deps, { file, audit });
    },
  });
}
