// Gift cards as they are shown: to the investor who bought them, and to administrators.

import type { Static } from 'typebox';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { AppDeps } from '../../../deps.ts';
import { findCardsPage, type GiftCard, listCardsOf, lockCardById } from './queries.ts';
import type { AdministrationGiftCard, AdministrationGiftCardsPage, GiftCardsPage, GiftCardsQuery } from './schemas.ts';

// GET /gift-cards: the cards that the investor bought.

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

// GET /administration/gift-cards: all cards as administrators see them, without codes.

/** Newest first; cents. Error: `validation-failed` for an invalid cursor. */
export async function listAllGiftCards(
  deps: Pick<AppDeps, 'db'>,
  query: Static<typeof GiftCardsQuery>,
): Promise<Static<typeof AdministrationGiftCardsPage>> {
  const { limit, cursor, ...filters } = query;
  const rows = await findCardsPage(deps.db, filters, { limit, after: decodeCursor(cursor) });
  return toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }), toView);
}

/** The card, locked, in any status. Error: `not-found`. */
export async function lockKnownCard(tx: Tx, giftCardId: string): Promise<GiftCard> {
  const card = await lockCardById(tx, giftCardId);
  if (!card) throw new AppError(NOT_FOUND, { detail: 'Gift card not found' });
  return card;
}

/** One card that exists. */
export async function administrationCard(db: Database | Tx, giftCardId: string): Promise<AdministrationGiftCard> {
  const [row] = await findCardsPage(db, { giftCardId }, { limit: 1, after: undefined });
  if (!row) throw new Error(`there is no gift card ${giftCardId}`);
  return toView(row);
}

function toView(row: Awaited<ReturnType<typeof findCardsPage>>[number]): AdministrationGiftCard {
  const { createdAt, expiresAt, redeemedAt, blockedAt, ...rest } = row;
  return {
    ...rest,
    createdAt: createdAt.toString(),
    expiresAt: expiresAt?.toString() ?? null,
    redeemedAt: redeemedAt?.toString() ?? null,
    blockedAt: blockedAt?.toString() ?? null,
  };
}
