// Bodies and answers of saved filters.

import { type Static, Type } from 'typebox';
import { LineOf, Model, Uuid } from '../../../core/http/schemas.ts';

const ConsolePage = Type.String({
  maxLength: 200,
  pattern: '^/console(?:/[A-Za-z0-9-]+)+$',
  description: 'path of a list of the console',
  examples: ['/console/wires'],
});

export const SavedFiltersQuery = Type.Object({ page: ConsolePage });

export const NewSavedFilter = Model('NewSavedFilter', {
  page: ConsolePage,
  name: LineOf(60),
  query: Type.String({
    minLength: 1,
    maxLength: 1_000,
    // What is searched for is often a person, whom nothing here would erase; an id is one record.
    pattern: "^(?!(?:.*&)?(?:search|id)=)[A-Za-z0-9._~%!$&'()*+,;=:@/?-]+$",
    description: 'what follows the question mark of the address, without `search` and `id`',
    examples: ['state=archived&from=2026-03-01'],
  }),
});
export type NewSavedFilter = Static<typeof NewSavedFilter>;

export const SavedFilterView = Model('SavedFilter', { id: Uuid, name: Type.String(), query: Type.String() });
export type SavedFilterView = Static<typeof SavedFilterView>;

export const SavedFilters = Type.Object({ items: Type.Array(SavedFilterView) }, { title: 'SavedFilters' });
export type SavedFilters = Static<typeof SavedFilters>;

export const SavedFilterParams = Type.Object({ savedFilterId: Uuid });
