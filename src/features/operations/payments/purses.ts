// The purses of a project and their postings.

import type { PropertyId } from '../../../core/db/tables.ts';
import { AppError, NOT_FOUND, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { PURSES } from '../../../money/ledger/index.ts';
import { sumOffProvider } from '../../projects/project-life/index.ts';
import { findFlows, findProjectPostings, findPurses, isProperty, type ProjectPostingRow } from './queries.ts';
import type { PostingsQuery, ProjectPostings, ProjectPurses } from './schemas.ts';

/** Every purse, one that was never used with zeros. Error: `not-found`. */
export async function readPurses({ db }: Pick<AppDeps, 'db'>, propertyId: PropertyId): Promise<ProjectPurses> {
  if (!(await isProperty(db, propertyId))) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
  const [used, flows] = await Promise.all([findPurses(db, propertyId), findFlows(db, propertyId)]);
  const unused = { balanceCents: 0, inCents: 0, outCents: 0 } as const;
  const purses = PURSES.map((purse) => used.find((row) => row.purse === purse) ?? { purse, ...unused });
  return { propertyId, offProviderCents: await sumOffProvider(db, propertyId), purses, flows };
}

/** One page of the postings of all purses, or of one. Errors: `not-found`, `validation-failed` for a malformed cursor. */
export async function listProjectPostings(
  { db }: Pick<AppDeps, 'db'>,
  { propertyId, query }: { propertyId: PropertyId; query: PostingsQuery },
): Promise<ProjectPostings> {
  const { limit, cursor, ...filters } = query;
  const before = cursor === undefined ? undefined : idOfCursor(cursor);
  if (!(await isProperty(db, propertyId))) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
  const rows = await findProjectPostings(db, propertyId, filters, { limit, before });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(view), nextCursor: rows.length > limit && last ? cursorOf(last.id) : null };
}

function view({ id: _, eventAt, ...row }: ProjectPostingRow): ProjectPostings['items'][number] {
  return { ...row, eventAt: eventAt.toString() };
}

function cursorOf(id: number): string {
  return Buffer.from(`posting ${id}`).toString('base64url');
}

/** Postings have growing numbers, and no instant that orders them. */
function idOfCursor(cursor: string): number {
  const [, id] = /^posting (\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (id === undefined)
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'query/cursor', reason: 'is not a cursor of this list' }] });
  return Number(id);
}
