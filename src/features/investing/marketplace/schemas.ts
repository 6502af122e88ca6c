// Bodies and answers of the marketplace routes.

import { Type } from 'typebox';
import { MAX_CENTS } from '../../../core/cents.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import {
  Cents,
  Model,
  Nullable,
  Page,
  PageQuery,
  PeriodQuery,
  PositiveCents,
  Timestamp,
  Uuid,
  UuidOf,
  WholeCents,
  Words,
} from '../../../core/http/schemas.ts';
import { DEAL_SORTS } from './rules.ts';

export const DealParams = Type.Object({ dealId: Uuid });

export const NewDeal = Model('NewDeal', {
  propertyId: UuidOf<PropertyId>(),
  amount: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'bricks to sell' }),
  price: WholeCents({ minimum: 0, maximum: MAX_CENTS, description: 'cents per brick' }),
});

const DEAL_STATUSES = ['pending', 'reserved', 'confirmed'] as const;
const ROLES = ['seller', 'buyer'] as const;

/** The market deal record of market.md#price-and-figures-of-a-deal. */
export const MarketDeal = Model('MarketDeal', {
  id: Uuid,
  propertyId: UuidOf<PropertyId>(),
  status: Words(DEAL_STATUSES, { title: 'DealStatus' }),
  bricksIds: Type.Array(Uuid),
  sellerId: UuidOf<CustomerId>(),
  brickCount: Type.Integer(),
  officialBrickPriceValue: PositiveCents,
  sellingBrickPriceValue: PositiveCents,
  priceWithoutCommission: Cents,
  profitability: Type.Number(),
  revenueYield: Type.Number(),
  brickPriceVariation: Type.Number(),
});

export const CanSellToday = Model('SaleOfToday', { canSellToday: Type.Boolean() });

export const DealsQuery = Type.Object({
  ...PageQuery.properties,
  propertyId: Type.Optional(UuidOf<PropertyId>()),
  maxBrickPriceCents: Type.Optional(WholeCents({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  sort: Type.Optional(
    Words(DEAL_SORTS, {
      title: 'DealSort',
      description:
        'newest where none is given; discount: the furthest below the official price first; a cursor belongs to the order that it came from',
    }),
  ),
});

/** A deal for sale with its project; `isOwn`: the investor sells it. */
export const MarketOffer = Model('MarketOffer', {
  ...MarketDeal.properties,
  propertyName: Type.String(),
  createdAt: Timestamp,
  isOwn: Type.Boolean(),
});

export const DealsPage = Page(MarketOffer);

export const MarketPropertyParams = Type.Object({ propertyId: UuidOf<PropertyId>() });

/** A confirmed deal, without its parties. */
const MarketSale = Model('MarketSale', {
  id: Uuid,
  confirmedAt: Timestamp,
  brickCount: Type.Integer(),
  brickPriceCents: PositiveCents,
  officialBrickPriceCents: PositiveCents,
  priceCents: Cents,
});

export const MarketSalesPage = Page(MarketSale);

const SellableBricks = Model('SellableBricks', {
  propertyId: UuidOf<PropertyId>(),
  propertyName: Type.String(),
  brickCount: Type.Integer({ description: 'bricks of it that the investor holds' }),
  freeBrickCount: Type.Integer({ description: 'of these, in no deal' }),
  isMarketOpen: Type.Boolean({ description: 'its bricks may be resold now' }),
});

export const SellableBricksPage = Page(SellableBricks);

export const SaleTermsQuery = Type.Object({
  amount: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'bricks to sell' })),
  price: Type.Optional(WholeCents({ minimum: 1, maximum: MAX_CENTS, description: 'cents per brick' })),
});

/** What an offer of `amount` bricks at `price` would be, null without both; `maxPriceCents` is the official price. */
export const SaleTerms = Model('SaleTerms', {
  propertyId: UuidOf<PropertyId>(),
  propertyName: Type.String(),
  minPriceCents: PositiveCents,
  maxPriceCents: PositiveCents,
  brickCount: Type.Integer({ description: 'bricks of it that the investor holds' }),
  freeBrickCount: Type.Integer({ description: 'of these, in no deal' }),
  dealsLeftToday: Nullable(Type.Integer({ description: 'null: without a limit' })),
  commissionBps: Type.Integer({ description: 'basis points, of the price' }),
  ofOffer: Nullable(
    Model('TermsOfOffer', {
      priceCents: Cents,
      commissionCents: Cents,
      netCents: WholeCents({ minimum: 0, description: 'cents: what the seller receives' }),
      brickPriceVariation: Type.Number({ description: 'percent, against the official price' }),
      profitability: Type.Number(),
      revenueYield: Type.Number(),
    }),
  ),
});

export const OwnDeal = Model('OwnDeal', {
  id: Uuid,
  role: Words(ROLES, { title: 'DealRole' }),
  propertyId: UuidOf<PropertyId>(),
  propertyName: Type.String(),
  status: Words(DEAL_STATUSES, { title: 'DealStatus' }),
  brickCount: Type.Integer(),
  brickPriceCents: PositiveCents,
  priceCents: Cents,
  commissionCents: WholeCents({ minimum: 0, description: 'cents, deducted from what the seller receives' }),
  netCents: WholeCents({ minimum: 0, description: 'cents: what the seller receives' }),
  createdAt: Timestamp,
  reservedAt: Nullable(Timestamp),
  confirmedAt: Nullable(Timestamp),
});

export const OwnDealsPage = Page(OwnDeal);

export const AdministrationDeal = Model('AdministrationDeal', {
  ...OwnDeal.properties,
  sellerId: UuidOf<CustomerId>(),
  buyerId: Nullable(UuidOf<CustomerId>()),
  counterpartName: Nullable(Type.String({ description: 'of the other party, null while nobody has taken the deal' })),
  commissionStatus: Words(['none', 'waiting', 'refused', 'moved'], { title: 'CommissionStatus' }),
  buyingTransactionId: Nullable(Uuid),
  sellingTransactionId: Nullable(Uuid),
});

export const AdministrationDealsPage = Page(AdministrationDeal);

export const AdministrationDealsQuery = Type.Object({
  ...PageQuery.properties,
  ...PeriodQuery.properties,
  status: Type.Optional(Words(DEAL_STATUSES, { title: 'DealStatus' })),
  role: Type.Optional(Words(ROLES, { title: 'DealRole' })),
  propertyId: Type.Optional(UuidOf<PropertyId>()),
});
