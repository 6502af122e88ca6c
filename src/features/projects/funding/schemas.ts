// Parameters and answers of the funding routes.

import { type Static, Type } from 'typebox';
import { FINANCIAL_STATUSES } from '../../../config/business.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import {
  AskedPositiveCents,
  Cents,
  Model,
  Nullable,
  PageQuery,
  PeriodQuery,
  PlainDate,
  Timestamp,
  Uuid,
  UuidOf,
  Variants,
  WholeCents,
  Words,
} from '../../../core/http/schemas.ts';
import { OpenPayment } from '../../../money/payments/index.ts';
import { FUNDING_STATUSES } from './rules.ts';

export const FundingParams = Type.Object({ propertyId: UuidOf<PropertyId>() });

export const OwnerTransferParams = Type.Object({ propertyId: UuidOf<PropertyId>(), transferId: Uuid });

export const TakeBackOwnerTransfer = Model('OwnerTransferReversal', {
  comment: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }),
});

/** funding.md#closing: any other value is a 400. */
export const EndFundingParams = Type.Object({ propertyId: UuidOf<PropertyId>(), endType: Type.Literal('success') });

const bricks = Type.Integer({ minimum: 0, description: 'bricks' });
const percentage = Type.Number({ description: 'percent of totalBricks, one decimal, rounded down' });

/** The funding step view; its quantities are those of funding.md#bricks-of-a-funding. */
export const FundingView = Model('FundingView', {
  propertyId: UuidOf<PropertyId>(),
  name: Type.String(),
  investorContractType: Words(['obligation', 'loan', 'royalty'], { title: 'ContractType' }),
  status: Words(FUNDING_STATUSES, { title: 'FundingStatus' }),
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
  financialStatus: Nullable(Words(FINANCIAL_STATUSES, { title: 'FinancialStatus' })),
  displayDate: Nullable(Timestamp),
  publishedAt: Nullable(Timestamp),
  startDate: Nullable(Timestamp),
  maxEndDate: Nullable(Timestamp),
  possibleClosingDate: Nullable(Timestamp),
  endedAt: Nullable(Timestamp),
  purchasedDate: Nullable(Timestamp),
});
export type FundingView = Static<typeof FundingView>;

/** Days on which bricks were bought that are confirmed now, oldest first. */
export const FundingProgress = Model('FundingProgress', {
  propertyId: UuidOf<PropertyId>(),
  days: Type.Array(Type.Object({ day: PlainDate, bricks, cents: Cents })),
});
export type FundingProgress = Static<typeof FundingProgress>;

/** A transferred fee, as `companyFees.x.transfer` and its endpoint show it. */
export const FeeTransfer = Model('FeeTransfer', {
  amountExcludingTaxCents: Cents,
  vatRateBps: Type.Integer({ description: 'basis points' }),
  vatCents: Cents,
  amountIncludingTaxCents: Cents,
  invoiceId: Uuid,
  invoiceNumber: Type.String(),
  transferredAt: Timestamp,
});
export type FeeTransfer = Static<typeof FeeTransfer>;

/** `transfer` is null until the fee was transferred, also while it is pending at the provider. */
export const CompanyFee = Model('CompanyFee', { amountExcludingTaxCents: Cents, transfer: Nullable(FeeTransfer) });
export type CompanyFee = Static<typeof CompanyFee>;

const Withdraw = Type.Object({
  action: Type.Literal('withdraw'),
  amountToTransfer: AskedPositiveCents,
  providerWithdrawBankAccountId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});
const NoWithdraw = Type.Object({ action: Type.Literal('no-withdraw'), amountToTransfer: AskedPositiveCents });

/** Union on `action` of funding.md#transfers-to-the-project-owner. */
export const OwnerTransferBody = Variants('OwnerTransferBody', 'action', [Withdraw, NoWithdraw]);
export type OwnerTransferBody = Static<typeof OwnerTransferBody>;

const ACTIONS = ['withdraw', 'no-withdraw'] as const;
const TRANSFER_STATUSES = ['waiting', 'transferred', 'failed', 'taken-back'] as const;

/** `waiting`: the provider has the order, or has not answered; `failed` transfers do not count, nor do records that were `taken-back`. */
export const OwnerTransferView = Model('OwnerTransferView', {
  id: Uuid,
  action: Words(ACTIONS, { title: 'OwnerTransferAction' }),
  status: Words(TRANSFER_STATUSES, { title: 'OwnerTransferStatus' }),
  amountCents: Cents,
  providerWithdrawBankAccountId: Nullable(Type.Integer()),
  withdrawBypassed: Type.Boolean(),
  bypassingAdmin: Nullable(Type.Object({ administratorId: Type.String(), email: Type.String() })),
  openPayment: Nullable(OpenPayment),
  createdAt: Timestamp,
  settledAt: Nullable(Timestamp),
});
export type OwnerTransferView = Static<typeof OwnerTransferView>;

const amounts = {
  transferredCents: WholeCents({ description: 'cents, waiting ones included' }),
  transferableCents: WholeCents({
    description:
      'cents that may still be transferred: the rest of the cap, at most what the project has; negative when the cap fell below the sum transferred',
  }),
  proposedCents: WholeCents({
    description: 'cents of it that the project will not need for fees that are to come, VAT included, and for its works',
  }),
};

export const OwnerTransferAnswer = Model('OwnerTransferAnswer', { transfer: OwnerTransferView, ...amounts });
export type OwnerTransferAnswer = Static<typeof OwnerTransferAnswer>;

/** A fee with the VAT that is, or was, on it; `open` until its transfer is ordered, `waiting` until that has moved. */
const CompanyFeeDue = Model('CompanyFeeDue', {
  amountExcludingTaxCents: Cents,
  vatCents: Cents,
  amountIncludingTaxCents: Cents,
  status: Words(['open', 'waiting', 'transferred'], { title: 'CompanyFeeState' }),
  openPayment: Nullable(OpenPayment),
});
export type CompanyFeeDue = Static<typeof CompanyFeeDue>;

/** One page of transfers to the project owner, newest first, the amounts of all transfers, and the fees that leave before. */
export const OwnerTransfers = Model('OwnerTransfers', {
  capCents: WholeCents({ description: 'cents' }),
  ...amounts,
  companyFees: Type.Object({ fundingFees: Nullable(CompanyFeeDue), fiducieFees: Nullable(CompanyFeeDue) }),
  transfers: Type.Array(OwnerTransferView),
  nextCursor: Nullable(Type.String()),
});
export type OwnerTransfers = Static<typeof OwnerTransfers>;

export const OwnerTransfersQuery = Type.Object({
  ...PageQuery.properties,
  ...PeriodQuery.properties,
  status: Type.Optional(Words(TRANSFER_STATUSES, { title: 'OwnerTransferStatus' })),
  action: Type.Optional(Words(ACTIONS, { title: 'OwnerTransferAction' })),
});
