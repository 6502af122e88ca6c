// What administrators did, newest first.

import type { Static } from 'typebox';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { AppDeps } from '../../../deps.ts';
import { type AdminActionRow, findAdminActions } from './queries.ts';
import type { AdminActionsPage, AdminActionsQuery } from './schemas.ts';

type View = Static<typeof AdminActionsPage>['items'][number];

/** One page of the audit log. Error: `validation-failed` for a malformed cursor. */
export async function listAdminActions(
  deps: Pick<AppDeps, 'db'>,
  query: Static<typeof AdminActionsQuery>,
): Promise<Static<typeof AdminActionsPage>> {
  const { limit, cursor, ...filters } = query;
  const rows = await findAdminActions(deps.db, filters, { limit, after: decodeCursor(cursor) });
  return toPage(rows, limit, (row) => ({ at: row.createdAt, id: row.id }), toView);
}

function toView(row: AdminActionRow): View {
  // Border: recordAdminAction always writes an object.
  const payload = row.payload as Record<string, unknown>;
  const { id, kind, administratorId, administratorEmail, createdAt } = row;
  return {
    id,
    kind,
    administratorId,
    administratorEmail,
    target: targetOf(row, payload),
    payload,
    payment: row.paymentId === null || row.paymentStatus === null ? null : { id: row.paymentId, status: row.paymentStatus },
    createdAt: createdAt.toString(),
  };
}

/** What has gone has the name that its row kept. */
function targetOf(row: AdminActionRow, payload: Readonly<Record<string, unknown>>): View['target'] {
  const { targetType: type, targetId: id, propertyId, customerId, period, amountCents, purpose } = row;
  if (type === null || id === null) return null;
  const kept = [payload.name, payload.firstname, payload.lastname].filter((part) => typeof part === 'string').join(' ');
  const name = row.isFound ? row.name : kept || null;
  return { type, id, name, isGone: row.isFound === null, propertyId, customerId, period, amountCents, purpose };
}
