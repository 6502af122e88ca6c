// Paths, queries and answers of the files of properties.

import { type Static, Type } from 'typebox';
import { Model, Page, PageQuery, PeriodQuery, Timestamp, Uuid } from '../../../core/http/schemas.ts';

export const DocumentUrl = Model('DocumentUrl', { url: Type.String() });

export const PropertyParams = Type.Object({ propertyId: Uuid });

export const PresentationParams = Type.Object({ propertyId: Uuid, presentationId: Uuid });

export const PresentationView = Model('PresentationView', {
  id: Uuid,
  propertyId: Uuid,
  name: Type.String({ description: 'as the file was called' }),
  url: Type.String({ description: 'public address' }),
  contentType: Type.String(),
  sizeBytes: Type.Integer(),
  uploadedBy: Type.Object({ administratorId: Uuid, email: Type.String() }),
  createdAt: Timestamp,
});
export type PresentationView = Static<typeof PresentationView>;

export const PresentationsPage = Page(PresentationView);

export const PresentationsQuery = Type.Object({
  ...PageQuery.properties,
  ...PeriodQuery.properties,
  name: Type.Optional(Type.String({ maxLength: 200, description: 'any part of it' })),
});

/** A presentation on the page of its property. */
export const ShownPresentation = Model('ShownPresentation', { name: Type.String(), url: Type.String() });
export type ShownPresentation = Static<typeof ShownPresentation>;
