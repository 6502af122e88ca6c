// GET /gift-cards: the cards that the investor bought (A-gift-cards-8).

import type { Static } from 'typebox';
import type { CustomerId } from '../../../core/db/tables.ts';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { listCardsOf } from './queries.ts';
import type { GiftCardsPage } from './schemas.ts';

/** Newest first, without codes; cents. Error: `validation-failed` for an invalid cursor. */
export async function listGiftCards(
  deps: Pick<AppDeps, 'db'>,
  input: { customerId: CustomerId; limit: number; cursor?: string },
): Promise<Static<typeof GiftCardsPage>> {
  const { customerId, limit, cursor } = input;
  const rows = await listCardsOf(deps.db, customerId, { after: decodeCursor(cursor), limit: limit + 1 });
  return toPage(
    rows,
    limit,
    (row) => ({ at: row.createdAt, id: row.id }),
    ({ createdAt, expiresAt, redeemedAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toString(),
      expiresAt: expiresAt?.toString() ?? null,
      redeemedAt: redeemedAt?.toString() ?? null,
    }),
  );
}
