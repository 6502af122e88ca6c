// GET /administration/gift-cards: all cards as administrators see them, without codes (A-gift-cards-13).

import type { Static } from 'typebox';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { findCardsPage, type GiftCard, lockCardById } from './queries.ts';
import type { AdministrationGiftCard, AdministrationGiftCardsPage, GiftCardsQuery } from './schemas.ts';

/** Newest first; cents. Error: `validation-failed` for an invalid cursor. */
export async function listAllGiftCards(
  deps: Pick<AppDeps, 'db'>,
  query: Static<typeof GiftCardsQuery>,
): Promise<Static<typeof AdministrationGiftCardsPage>> {
  const { limit, cursor, ...filters } = query;
  const rows = await findCardsPage(deps.db, filters, { limit, after: decodeCursor(cursor) });
  return toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }), toView);
}

/** The card, locked, whatever its status. Error: `not-found`. */
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
