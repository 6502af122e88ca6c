// Bodies and answers of primary purchases.

import { Type } from 'typebox';
import type { PropertyId } from '../../../core/db/tables.ts';
import {
  Model,
  Nullable,
  Page,
  PageQuery,
  PeriodQuery,
  PositiveCents,
  Timestamp,
  Uuid,
  UuidOf,
  Words,
} from '../../../core/http/schemas.ts';

export const PropertyParams = Type.Object({ propertyId: UuidOf<PropertyId>() });
export const PurchaseParams = Type.Object({ purchaseId: Uuid });

export const NewPurchase = Model('NewPurchase', {
  amount: Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'bricks' }),
});

const PURCHASE_STATUSES = ['waiting_payment', 'waiting_provider', 'confirmed', 'canceled', 'declined'] as const;

export const PurchaseView = Model('PurchaseView', {
  id: Uuid,
  propertyId: UuidOf<PropertyId>(),
  propertyName: Type.String(),
  status: Words(PURCHASE_STATUSES, { title: 'PurchaseStatus' }),
  brickCount: Type.Integer(),
  amountCents: PositiveCents,
  isAutomatic: Type.Boolean(),
  windowEnd: Type.String({ format: 'date-time', description: 'until then it can be cancelled free of charge' }),
  createdAt: Timestamp,
  transactionId: Nullable(Uuid),
  refundTransactionId: Nullable(Uuid),
});

export const PurchaseTerms = Model('PurchaseTerms', {
  windowEnd: Type.String({ format: 'date-time', description: 'until then a purchase of now could be cancelled free of charge' }),
});

export const PurchasesPage = Page(PurchaseView);

/** `failure`: why the provider refused its payment. */
export const AdministrationPurchase = Model('AdministrationPurchase', {
  ...PurchaseView.properties,
  updatedAt: Timestamp,
  paymentId: Nullable(Uuid),
  providerPaymentId: Nullable(Type.Integer()),
  failure: Nullable(Type.String()),
});

export const AdministrationPurchasesPage = Page(AdministrationPurchase);

export const AdministrationPurchasesQuery = Type.Object({
  ...PageQuery.properties,
  ...PeriodQuery.properties,
  status: Type.Optional(Words(PURCHASE_STATUSES, { title: 'PurchaseStatus' })),
  propertyId: Type.Optional(UuidOf<PropertyId>()),
  isAutomatic: Type.Optional(Type.Boolean()),
});
