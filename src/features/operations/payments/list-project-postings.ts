// GET /administration/property/:propertyId/postings: what the books say of a project, newest first.

import type { PropertyId } from '../../../core/db/tables.ts';
import { AppError, NOT_FOUND, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { findProjectPostings, isProperty, type PostingRow } from './purse-queries.ts';
import type { PostingsQuery, ProjectPostings } from './purse-schemas.ts';

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

function view({ id: _, eventAt, ...row }: PostingRow): ProjectPostings['items'][number] {
  return { ...row, eventAt: eventAt.toString() };
}

function cursorOf(id: number): string {
  return Buffer.from(`posting ${id}`).toString('base64url');
}

/** Postings have growing numbers, and no instant of their own that orders them. */
function idOfCursor(cursor: string): number {
  const [, id] = /^posting (\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (id === undefined)
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'query/cursor', reason: 'is not a cursor of this list' }] });
  return Number(id);
}
