// Answers of the wallet's routes.

import { Type } from 'typebox';
import { Cents, Model, Nullable, Page, PositiveCents, Timestamp, Uuid, Words } from '../../core/http/schemas.ts';
import type { WalletTransactionStatus, WalletTransactionType } from '../../money/payments/index.ts';
import { investorTypes } from './statement-rules.ts';

export const WalletView = Model('WalletView', { availableCents: Cents, heldCents: Cents, balanceCents: Cents });

const TransactionView = Model('TransactionView', {
  id: Uuid,
  type: Words<WalletTransactionType>(investorTypes()),
  status: Words<WalletTransactionStatus>(['WAITING', 'CONFIRMED', 'FAILED', 'CANCELED']),
  amountCents: PositiveCents,
  createdAt: Timestamp,
  eventAt: Timestamp,
  reference: Nullable(Type.String({ description: 'what the provider knows the movement by' })),
});

export const TransactionsPage = Page(TransactionView);

const HoldingView = Model('HoldingView', {
  propertyId: Uuid,
  propertyName: Type.String(),
  brickCount: Type.Integer({ description: 'all bricks held, those for sale included' }),
  sellingBrickCount: Type.Integer({ description: 'of these, locked by a resale deal' }),
});

export const HoldingsPage = Page(HoldingView);

export const StatementParams = Type.Object({ year: Type.Integer({ minimum: 2000, maximum: 2199, description: 'Paris year' }) });
