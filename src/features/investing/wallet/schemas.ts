// Answers of the wallet's routes.

import { type Static, Type } from 'typebox';
import type { PropertyId } from '../../../core/db/tables.ts';
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
import type { WalletTransactionStatus, WalletTransactionType } from '../../../money/payments/index.ts';
import { investorTypes } from './rules.ts';

export const WalletView = Model('WalletView', { availableCents: Cents, heldCents: Cents, balanceCents: Cents });

/** The balances by our books, and the provider's: null where it has no account or does not answer. */
export const AdministrationWallet = Model('AdministrationWallet', {
  ...WalletView.properties,
  provider: Nullable(Type.Object({ balanceCents: WholeCents({ description: 'cents' }), blocked: Type.Boolean() })),
});
export type AdministrationWallet = Static<typeof AdministrationWallet>;

const TRANSACTION_STATUSES: readonly WalletTransactionStatus[] = ['WAITING', 'CONFIRMED', 'FAILED', 'CANCELED'];

const RECORD_KINDS = ['purchase', 'deal', 'withdrawal', 'gift-card'] as const;

const TransactionView = Model('TransactionView', {
  id: Uuid,
  type: Words<WalletTransactionType>(investorTypes(), { title: 'TransactionType' }),
  status: Words(TRANSACTION_STATUSES, { title: 'TransactionStatus' }),
  amountCents: PositiveCents,
  createdAt: Timestamp,
  eventAt: Timestamp,
  reference: Nullable(Type.String({ description: 'of the movement at the provider' })),
  propertyId: Nullable(UuidOf<PropertyId>()),
  propertyName: Nullable(Type.String({ description: 'of the project that it is about' })),
  direction: Words(['in', 'out'], { title: 'Direction', description: 'whether its money enters or leaves the wallet' }),
  isHeld: Type.Boolean({ description: 'its money is reserved until it ends: a part of `heldCents` of the wallet' }),
  record: Nullable(Model('TransactionRecord', { kind: Words(RECORD_KINDS, { title: 'TransactionRecordKind' }), id: Uuid })),
  paper: Nullable(Type.String({ description: 'path of its PDF, for the investor' })),
});

export type TransactionView = Static<typeof TransactionView>;

export const TransactionsPage = Page(TransactionView);

export const TransactionsQuery = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(Words(TRANSACTION_STATUSES, { title: 'TransactionStatus' })),
});

export const TransactionParams = Type.Object({ transactionId: Uuid });

const AdministrationTransaction = Model('AdministrationTransaction', {
  ...TransactionView.properties,
  paymentId: Nullable(Uuid),
  paymentStatus: Nullable(Words(['created', 'sent', 'succeeded', 'failed', 'canceled'], { title: 'PaymentStatus' })),
  providerPaymentId: Nullable(Type.Integer({ description: 'number of the movement at the provider' })),
  failure: Nullable(Type.String({ description: 'why the provider refused the payment' })),
});

export const AdministrationTransactionsPage = Page(AdministrationTransaction);

export const AdministrationTransactionsQuery = Type.Object({
  ...PageQuery.properties,
  ...PeriodQuery.properties,
  type: Type.Optional(Words(investorTypes(), { title: 'TransactionType' })),
  status: Type.Optional(Words(TRANSACTION_STATUSES, { title: 'TransactionStatus' })),
  propertyId: Type.Optional(UuidOf<PropertyId>()),
});

const HoldingView = Model('HoldingView', {
  propertyId: UuidOf<PropertyId>(),
  propertyName: Type.String(),
  brickCount: Type.Integer({ description: 'all bricks held, those for sale included' }),
  sellingBrickCount: Type.Integer({ description: 'of these, locked by a resale deal' }),
});

export const HoldingsPage = Page(HoldingView);

export const AdministrationHoldingsQuery = Type.Object({
  ...PageQuery.properties,
  propertyId: Type.Optional(UuidOf<PropertyId>()),
});

export const StatementParams = Type.Object({ year: Type.Integer({ minimum: 2000, maximum: 2199, description: 'Paris year' }) });

/** Month ends, at most the last 36 in which something changed; cents, what is held included. */
export const BalanceHistory = Model('BalanceHistory', {
  months: Type.Array(Type.Object({ period: Type.String({ description: 'YYYY-MM' }), balanceCents: Cents })),
});

export const DepositAccountView = Model('DepositAccountView', {
  iban: Type.String({ description: 'virtual: what arrives is credited to the wallet of this investor alone' }),
  bic: Nullable(Type.String()),
  holder: Type.String({ description: 'as the provider names it' }),
  reference: Type.String({ description: 'names the wallet; optional as the reference of the wire' }),
});
