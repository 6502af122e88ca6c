// Searches for movements, and pagination of lists.
import type { Movement, MovementKind } from '../entities.ts';
import type { World } from '../world.ts';
import { providerError } from './errors.ts';
import { seconds, toId } from './input.ts';

type Query = Record<string, string | undefined>;
type Criteria = { id: string | undefined; comment: string | undefined; reference: string | undefined };

/**
 * Movements of one kind by id, reference or comment; all given criteria must match.
 * @throws 143 without any criterion and when nothing is found
 */
export function search(world: World, kind: MovementKind, { id, comment, reference }: Criteria): Movement[] {
  const found = candidates(world, { id, comment, reference }).filter(
    (movement) =>
      movement.kind === kind &&
      (reference === undefined || movement.reference === reference) &&
      (comment === undefined || movement.comment === comment),
  );
  if (found.length === 0) throw providerError(143, 'transaction not found');
  return found;
}

function candidates(world: World, { id, comment, reference }: Criteria): Movement[] {
  if (id !== undefined) {
    const movement = world.store.movements.get(toId(id));
    return movement === undefined ? [] : [movement];
  }
  if (reference !== undefined) return world.store.byReference(reference);
  return comment === undefined ? [] : [...world.store.movements.values()];
}

/** Movements whose status changed between `updateDate` and `updateEndDate`, oldest first; absent bounds are open. */
export function changedIn(world: World, query: Query, fits: (movement: Movement) => boolean): Movement[] {
  const from = seconds(query, 'updateDate') ?? 0;
  const to = seconds(query, 'updateEndDate') ?? Number.POSITIVE_INFINITY;
  return [...world.store.movements.values()].filter((m) => fits(m) && m.statusChangedAt >= from && m.statusChangedAt <= to);
}

/** One page of a list: `page` from 1, `limit` 20 by default; without both, all items (provider.md#transport). */
export function pageOf<T>(items: T[], query: Query): T[] {
  if (query.page === undefined && query.limit === undefined) return items;
  const page = Math.max(1, toId(query.page) || 1);
  const limit = Math.max(1, toId(query.limit) || 20);
  return items.slice((page - 1) * limit, page * limit);
}
