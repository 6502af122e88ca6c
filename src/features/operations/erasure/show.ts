// What closing an account would erase and what stays until when; of a closed one, how far that is.

import type { CustomerId } from '../../../core/db/tables.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { findCustomer } from '../../access/customers/index.ts';
import { idOf } from './erase-part.ts';
import { countRows, findErasure, findLastMovementYear, listHolds } from './queries.ts';
import { dueOn, isErased, PARTS, type Part, stepsOf } from './rules.ts';
import type { ErasurePlan } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock'>;

/** Error: `not-found`. */
export async function showErasure(deps: Deps, { customerId }: { customerId: CustomerId }): Promise<ErasurePlan> {
  const customer = await findCustomer(deps.db, customerId);
  if (!customer) throw new AppError(NOT_FOUND, { detail: 'Customer not found' });
  const state = (await findErasure(deps.db, customerId))?.state ?? null;
  const lastYear = await findLastMovementYear(deps.db, customerId);
  const parts: ErasurePlan['parts'] = [];
  for (const part of PARTS) {
    const done = isErased(part, state);
    const erasedOn = dueOn(part, customer.closedAt ?? deps.clock.now(), lastYear).toString();
    parts.push({
      part,
      isErased: done,
      erasedOn,
      rows: done ? [] : await rowsOf(deps, part, { customerId, userId: customer.userId }),
    });
  }
  return {
    closedAt: customer.closedAt?.toString() ?? null,
    holds: await listHolds(deps.db, customerId, deps.clock.now()),
    parts,
  };
}

/** By table: a table may lead to a person by two columns. */
async function rowsOf({ db }: Deps, part: Part, person: Parameters<typeof idOf>[1]): Promise<{ table: string; rows: number }[]> {
  const counts = new Map<string, number>();
  for (const step of stepsOf(part))
    counts.set(step.table, (counts.get(step.table) ?? 0) + (await countRows(db, step, idOf(step, person))));
  return [...counts].filter(([, rows]) => rows > 0).map(([table, rows]) => ({ table, rows }));
}
