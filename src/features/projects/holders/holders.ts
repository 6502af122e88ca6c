// The register of holders of a project at the end of any day, as a list and as a file.

import type { Static } from 'typebox';
import { parisDate, startOfParisDay } from '../../../core/dates.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { AppError } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { AppDeps } from '../../../deps.ts';
import { PROPERTY_NOT_FOUND } from '../project-life/index.ts';
import { findHolders, hasProperty } from './queries.ts';
import { type Holder, shareOf, toCsv } from './rules.ts';
import type { HoldersPage, HoldersQuery } from './schemas.ts';

type Deps = Pick<AppDeps, 'clock'> & { db: Database };

/** The newest holder first. Errors: `property.not-found`, `validation-failed` for an invalid cursor. */
export async function listHolders(
  deps: Deps,
  { propertyId, limit, cursor, date: asked }: Static<typeof HoldersQuery> & { propertyId: PropertyId },
): Promise<Static<typeof HoldersPage>> {
  const { date, ...key } = await keyOf(deps, propertyId, asked);
  const rows = await findHolders(deps.db, key, { after: decodeCursor(cursor), limit: limit + 1 });
  const [first] = rows;
  const page = toPage(rows, limit, ({ since, customerId }) => ({ at: since, id: customerId }), toView);
  return { date: date.toString(), holderCount: first?.holderCount ?? 0, brickCount: first?.bricksOfAll ?? 0, ...page };
}

/** All of them as CSV. Error: `property.not-found`. */
export async function exportHolders(
  deps: Deps,
  { propertyId, date: asked }: { propertyId: PropertyId; date?: string },
): Promise<{ name: string; text: string }> {
  const { date, ...key } = await keyOf(deps, propertyId, asked);
  const holders = await findHolders(deps.db, key, { after: undefined, limit: null });
  return { name: `mortar-titulaires-${propertyId.slice(0, 8)}-${date}.csv`, text: toCsv(holders, date) };
}

async function keyOf({ db, clock }: Deps, propertyId: PropertyId, asked: string | undefined) {
  if (!(await hasProperty(db, propertyId))) throw new AppError(PROPERTY_NOT_FOUND);
  const date = asked === undefined ? parisDate(clock.now()) : Temporal.PlainDate.from(asked);
  return { propertyId, date, before: startOfParisDay(date.add({ days: 1 })) };
}

function toView(holder: Holder) {
  const { customerId, name, email, customerType, brickCount, since } = holder;
  return { customerId, name, email, customerType, brickCount, sharePercent: shareOf(holder), since: since.toString() };
}
