// HTTP of the files of properties.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { readFiles } from '../../../core/http/request-bodies.ts';
import { route } from '../../../core/http/route.ts';
import { FileForm, FilePart, Model } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { uploadDocumentErrors, uploadImagesErrors } from './errors.ts';
import { uploadImages, uploadPropertyDocument } from './uploads.ts';

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
    form: Type.Object({ files: Type.Array(FilePart, { minItems: 1, maxItems: 20 }) }),
    answer: ImageUrls,
    errors: uploadImagesErrors,
    audit: 'PROPERTY_IMAGE_UPLOAD',
    handle: async ({ request, audit }) => {
      const files = await readFiles(request, IMAGES);
      return uploadImages(deps, { files: files.map((file) => file.bytes), audit });
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
    form: FileForm,
    answer: DocumentUrl,
    errors: uploadDocumentErrors,
    emptyErrors: [500],
    // Our kind, as the documents name none.
    audit: 'PROPERTY_DOCUMENT_UPLOAD',
    handle: async ({ request, audit }) => {
      const [file] = request.isMultipart() ? await readFiles(request, DOCUMENT) : [];
      return uploadPropertyDocument(deps, { file, audit });
    },
  });
}
