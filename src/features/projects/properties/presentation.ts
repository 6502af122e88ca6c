// The content of a property's page that no rule reads, stored as one JSON document.

import type { Static } from 'typebox';
import { newId } from '../../../core/ids.ts';
import type { Address, Advantage, PropertyDocument, PropertyEdit } from './schemas.ts';

/** The stored document; a field that was never set is absent. */
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

/** The stored document updated by the fields of a body; null removes a field, and an advantage without an id gets one. */
export function presentationWith(stored: unknown, body: PropertyEdit): Presentation {
  const { investmentCase, imageGallery, videoGallery, documents, address, localisationDescription } = body;
  const { surface, lotCount, advantages, finances, attributes } = body;
  const shown = Object.entries({
    ...{ investmentCase, imageGallery, videoGallery, documents, address, localisationDescription },
    ...{ surface, lotCount, finances, attributes },
    advantages: advantages?.map((advantage) => ({ ...advantage, id: advantage.id ?? newId() })),
  });
  const updated = { ...Object(stored), ...Object.fromEntries(shown.filter(([, value]) => value !== undefined)) };
  // Border: Object.fromEntries loses the keys; without its null fields the document has this type.
  return Object.fromEntries(Object.entries(updated).filter(([, value]) => value !== null)) as Presentation;
}
