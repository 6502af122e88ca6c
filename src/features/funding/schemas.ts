// Parameters and answers of the funding routes.

import { type Static, Type } from 'typebox';
import { FINANCIAL_STATUSES } from '../../core/config.ts';
import { Cents, Nullable, Timestamp, Uuid, Words } from '../../core/http/schemas.ts';
import { FUNDING_STATUSES } from './rules.ts';

export const FundingParams = Type.Object({ propertyId: Uuid });

/** Q66: any other word is a 400. */
export const EndFundingParams = Type.Object({ propertyId: Uuid, endType: Words(['success']) });

const bricks = Type.Integer({ minimum: 0, description: 'bricks' });
const percentage = Type.Number({ description: 'percent of totalBricks, one decimal, rounded down' });

/** The funding step view; its quantities are those of DOMAIN §2 (A-funding-3). */
export const FundingView = Type.Object({
  propertyId: Uuid,
  name: Type.String(),
  investorContractType: Words(['obligation', 'loan', 'royalty']),
  status: Words(FUNDING_STATUSES),
  ended: Type.Boolean(),
  brickPriceCents: Nullable(Cents),
  amountToFundCents: Nullable(Cents),
  minAmountToFundCents: Nullable(Cents),
  totalBricks: bricks,
  minBricks: bricks,
  confirmed: bricks,
  waiting: bricks,
  available: bricks,
  confirmedPercentage: percentage,
  confirmedAndWaitingPercentage: percentage,
  confirmedAmountCents: Cents,
  waitingAmountCents: Cents,
  availableAmountCents: Cents,
  investorCount: Type.Integer({ description: 'different investors with a confirmed purchase' }),
  purchasedBrickCount: Nullable(bricks),
  primaryMarketOpen: Type.Boolean(),
  financialStatus: Nullable(Words(FINANCIAL_STATUSES)),
  displayDate: Nullable(Timestamp),
  publishedAt: Nullable(Timestamp),
  startDate: Nullable(Timestamp),
  maxEndDate: Nullable(Timestamp),
  possibleClosingDate: Nullable(Timestamp),
  endedAt: Nullable(Timestamp),
  purchasedDate: Nullable(Timestamp),
});
export type FundingView = Static<typeof FundingView>;
