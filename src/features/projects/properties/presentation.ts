// What the page of a property shows and no rule reads, kept as one JSON document.

import type { Static } from 'typebox';
import { newId } from '../../../core/ids.ts';
import type { Address, Advantage, PropertyDocument, PropertyEdit } from './schemas.ts';

/** The stored document; every field is absent until somebody gives it. */
export type Presentation = {
  investmentCase?: string;
  imageGallery?: string[];
  videoGallery?: string[];
  documents?: Static<typeof PropertyDocument>[];
  address?: Static<typeof Address>;
  localisationDescription?: string;
  surface?: number;
  lotCount?: number;
  advantages?: Static<typeof Advantage>[];
  finances?: object;
  attributes?: object;
};

/** The stored document with the shown fields of a body laid over it; null takes a field out, an advantage without an id gets one. */
export function presentationWith(stored: unknown, body: PropertyEdit): Presentation {
  const { investmentCase, imageGallery, videoGallery, documents, address, localisationDescription } = body;
  const { surface, lotCount, advantages, finances, attributes } = body;
  const shown = Object.entries({
    ...{ investmentCase, imageGallery, videoGallery, documents, address, localisationDescription },
    ...{ surface, lotCount, finances, attributes },
    advantages: advantages?.map((advantage) => ({ ...advantage, id: advantage.id ?? newId() })),
  });
  const laidOver = { ...Object(stored), ...Object.fromEntries(shown.filter(([, value]) => value !== undefined)) };
  // Border: without the fields that are null the document has exactly the optional type.
  return Object.fromEntries(Object.entries(laidOver).filter(([, value]) => value !== null)) as Presentation;
}
