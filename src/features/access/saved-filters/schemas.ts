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

/**
 * What the lists of the console are narrowed and sorted by (web/console/design/saved-filters.tsx). What may name a person, as a search, an
 * address or an account does, is none of them: nothing here would erase it.
 */
const FILTERS = 'age|contract|from|frozen|kind|kyc|list|queue|reason|sort|stage|state|status|to';

export const NewSavedFilter = Model('NewSavedFilter', {
  page: ConsolePage,
  name: LineOf(60),
  query: Type.String({
    minLength: 1,
    maxLength: 1_000,
    pattern: `^(?:${FILTERS})=[A-Za-z0-9._-]+(?:&(?:${FILTERS})=[A-Za-z0-9._-]+)*$`,
    description: 'what follows the question mark of the address, of filters, days and order alone: no search and no id',
    examples: ['state=archived&from=2026-03-01'],
  }),
});
export type NewSavedFilter = Static<typeof NewSavedFilter>;

export const SavedFilterView = Model('SavedFilter', { id: Uuid, name: Type.String(), query: Type.String() });
export type SavedFilterView = Static<typeof SavedFilterView>;

export const SavedFilters = Type.Object({ items: Type.Array(SavedFilterView) }, { title: 'SavedFilters' });
export type SavedFilters = Static<typeof SavedFilters>;

export const SavedFilterParams = Type.Object({ savedFilterId: Uuid });
