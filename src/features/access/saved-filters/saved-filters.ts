// Filters of lists that an administrator keeps under a name, for every machine; nobody else sees them, and no audit row is written.

import { inTransaction, lockKey } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { TOO_MANY_SAVED_FILTERS } from './errors.ts';
import { countOtherFilters, deleteSavedFilter, findSavedFilters, writeSavedFilter } from './queries.ts';
import type { NewSavedFilter, SavedFilters, SavedFilterView } from './schemas.ts';

/** Over all lists. */
const MAX_SAVED_FILTERS = 50;

/** GET /administration/saved-filters: those of one list, by name. */
export async function listSavedFilters(
  { db }: Pick<AppDeps, 'db'>,
  of: { administratorId: string; page: string },
): Promise<SavedFilters> {
  return { items: await findSavedFilters(db, of) };
}

/** POST /administration/saved-filters: under a name that the list has already it is replaced. Error: `saved-filters.too-many`. */
export async function saveFilter(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { administratorId, filter }: { administratorId: string; filter: NewSavedFilter },
): Promise<SavedFilterView> {
  const saved = { ...filter, name: filter.name.trim(), administratorId };
  return inTransaction(db, async (tx) => {
    await lockKey(tx, `saved-filter ${administratorId}`);
    if ((await countOtherFilters(tx, saved)) >= MAX_SAVED_FILTERS) throw new AppError(TOO_MANY_SAVED_FILTERS);
    return writeSavedFilter(tx, { ...saved, at: clock.now() });
  });
}

/** DELETE /administration/saved-filters/:savedFilterId. Error: `not-found`, also for that of another. */
export async function removeSavedFilter({ db }: Pick<AppDeps, 'db'>, of: { administratorId: string; id: string }): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await deleteSavedFilter(tx, of))) throw new AppError(NOT_FOUND);
  });
}
