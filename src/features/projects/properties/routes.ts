// HTTP of the properties: administrators create and publish them, the public reads the published ones.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { readFiles } from '../../../core/http/multipart.ts';
import { route } from '../../../core/http/route.ts';
import { FilePart } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { createProperty } from './create-property.ts';
import {
  createPropertyErrors,
  publishChecklistErrors,
  publishPropertyErrors,
  readCatalogueErrors,
  uploadImagesErrors,
} from './errors.ts';
import { listCatalogue } from './list-catalogue.ts';
import { publishProperty } from './publish-property.ts';
import { readCatalogueProperty } from './read-catalogue-property.ts';
import { readPublishChecklist } from './read-publish-checklist.ts';
import {
  CatalogueQuery,
  NewProperty,
  PreviewQuery,
  PropertyParams,
  Publication,
  PublishChecklist,
  PublishChecklistQuery,
} from './schemas.ts';
import { uploadImages } from './upload-images.ts';
import { CataloguePage, CataloguePropertyPage, ImageUrls, PropertyView } from './view-schemas.ts';

const IMAGES = { field: 'files', most: 20, bytesEach: 5 * 1_048_576 };

/** Registers the group. */
export function propertyRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    url: '/administration/property',
    operationId: 'createProperty',
    money: 'stays',
    guard: 'administrator',
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
    method: 'POST',
    url: '/administration/property/upload-image',
    operationId: 'uploadImages',
    money: 'stays',
    guard: 'administrator',
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
