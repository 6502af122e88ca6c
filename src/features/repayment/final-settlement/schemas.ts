// Bodies, parameters and answers of the final settlement's routes.

import { type Static, Type } from 'typebox';
import { FINANCIAL_STATUSES } from '../../../config/business.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { Cents, Model, Nullable, Timestamp, Uuid, UuidOf, Variants, WholeCents, Words } from '../../../core/http/schemas.ts';
import { OpenPayment } from '../../../money/payments/index.ts';

export const PropertyParams = Type.Object({ propertyId: UuidOf<PropertyId>() });

/** What the owner is paid back, at most twenty attempts, newest first. */
const OwnerSettlements = Type.Array(
  Type.Object({
    id: Uuid,
    action: Words(['withdraw', 'handed-over'], { title: 'OwnerSettlementAction' }),
    status: Words(['waiting', 'paid', 'failed'], { title: 'OwnerSettlementStatus' }),
    amountCents: Cents,
    comment: Type.String(),
    openPayment: Nullable(OpenPayment),
    createdAt: Timestamp,
    settledAt: Nullable(Timestamp),
  }),
);

/** The account of a project with its owner and its holders, cents. */
export const Settlement = Model('FinalSettlement', {
  propertyId: UuidOf<PropertyId>(),
  financialStatus: Nullable(Words(FINANCIAL_STATUSES, { title: 'FinancialStatus' })),
  doneAt: Nullable(Timestamp),
  penalties: Type.Object({
    claimedCents: WholeCents({ description: 'penalties forBricks of all echeances' }),
    transferredCents: Cents,
    status: Words(['none', 'claimed', 'pending', 'transferred'], { title: 'PenaltiesStatus' }),
    transferredAt: Nullable(Timestamp),
    openPayment: Nullable(OpenPayment),
  }),
  held: Type.Object({
    surplusCents: WholeCents({ description: 'what the project holds beyond what was due' }),
    escrowCents: WholeCents({ description: 'what is left of the escrow of interest' }),
  }),
  owner: Type.Object({
    owesCents: WholeCents({ description: 'claims that neither surplus nor escrow covers' }),
    getsBackCents: WholeCents({ description: 'what they hold beyond the claims' }),
  }),
  payBack: Type.Object(
    { mainCents: Cents, surplusCents: Cents, escrowCents: Cents, totalCents: Cents },
    { description: 'what paying the owner back takes, once nothing blocks it' },
  ),
  chargedBack: Type.Object({
    openCents: WholeCents({ description: 'taken back by the bank after it had left the project, and not paid again' }),
  }),
  unlentCapital: Type.Object({
    totalCents: WholeCents({ description: 'funded and never lent: goes back to the holders' }),
    distributedCents: Cents,
  }),
  purses: Type.Object({
    collectCents: Cents,
    mainCents: Cents,
    escrowCents: Cents,
    unassignedCents: Cents,
    feesCents: Cents,
    couponCents: Cents,
    capitalCents: Cents,
    surplusCents: Cents,
    heldCents: Cents,
  }),
  open: Type.Object({
    payments: Type.Integer({ description: 'payments of the project that wait for the provider' }),
    payouts: Type.Integer({ description: 'payouts that have not reached their holder' }),
  }),
  blocks: Type.Object({
    owner: Type.Array(Type.String({ description: 'codes with which paying the owner back would be refused now' })),
    done: Type.Array(Type.String({ description: 'codes with which marking the settlement done would be refused now' })),
  }),
  ownerSettlements: OwnerSettlements,
});
export type Settlement = Static<typeof Settlement>;

export const UnlentCapitalDistributed = Model('UnlentCapitalDistributed', {
  propertyId: UuidOf<PropertyId>(),
  runId: Uuid,
  distributedCents: Cents,
  holderCount: Type.Integer(),
});
export type UnlentCapitalDistributed = Static<typeof UnlentCapitalDistributed>;

const Withdraw = Type.Object({
  action: Type.Literal('withdraw'),
  providerWithdrawBankAccountId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});
const HandedOver = Type.Object({
  action: Type.Literal('handed-over'),
  comment: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }),
});

/** How the owner is paid back: by the provider, or elsewhere, which is recorded. */
export const OwnerSettlementBody = Variants('OwnerSettlementBody', 'action', [Withdraw, HandedOver]);
export type OwnerSettlementBody = Static<typeof OwnerSettlementBody>;
