// Answers of the wallet's routes.

import { Type } from 'typebox';
import { Cents, Nullable, Page, PositiveCents, Timestamp, Uuid, Words } from '../../core/http/schemas.ts';
import type { WalletTransactionStatus, WalletTransactionType } from '../../money/wallet/index.ts';

export const WalletView = Type.Object({ availableCents: Cents, heldCents: Cents, balanceCents: Cents });

/** What an investor's statement can show; an SPV's own types are not among them. */
const TYPES = [
  'MONEY_IN',
  'PRIMARY_PURCHASE',
  'PRIMARY_PURCHASE_REFUND',
  'BUYING_DEAL',
  'SELLING_DEAL',
  'COUPON_PAYOUT',
  'WITHHOLDING_TAX',
  'CAPITAL_REPAYMENT',
  'REFERRAL_REWARD',
  'WITHDRAWAL',
  'WITHDRAWAL_FEE',
  'CHARGE_BACK',
  'GIFT_CARD_PURCHASE',
  'GIFT_CARD_REDEMPTION',
  'GIFT_CARD_REFUND',
] as const satisfies readonly WalletTransactionType[];

const TransactionView = Type.Object({
  id: Uuid,
  type: Words<WalletTransactionType>(TYPES),
  status: Words<WalletTransactionStatus>(['WAITING', 'CONFIRMED', 'FAILED', 'CANCELED']),
  amountCents: PositiveCents,
  createdAt: Timestamp,
  eventAt: Timestamp,
  reference: Nullable(Type.String({ description: 'what the provider knows the movement by' })),
});

export const TransactionsPage = Page(TransactionView);

const HoldingView = Type.Object({
  propertyId: Uuid,
  propertyName: Type.String(),
  brickCount: Type.Integer({ description: 'all bricks held, those for sale included' }),
  sellingBrickCount: Type.Integer({ description: 'of these, locked by a resale deal' }),
});

export const HoldingsPage = Page(HoldingView);
