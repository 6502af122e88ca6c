// What the page of a property shows and no rule reads, kept as one JSON document.

import type { Static } from 'typebox';
import { newId } from '../../core/ids.ts';
import type { Address, Advantage, NewProperty, PropertyDocument } from './schemas.ts';

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

/** Picks the shown fields out of a body; an advantage without an id gets one. */
export function presentationOf(body: Partial<NewProperty>): Presentation {
  const { investmentCase, imageGallery, videoGallery, documents, address, localisationDescription } = body;
  const { surface, lotCount, advantages, finances, attributes } = body;
  const shown = {
    ...{ investmentCase, imageGallery, videoGallery, documents, address, localisationDescription },
    ...{ surface, lotCount, finances, attributes },
    advantages: advantages?.map((advantage) => ({ ...advantage, id: advantage.id ?? newId() })),
  };
  // Border: dropping the fields that were not given is what makes the optional type exact.
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined)) as Presentation;
}
