// Bodies and parameters of the management fees' routes, and the fee record.

import { type Static, Type } from 'typebox';
import type { EcheanceId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import { Cents, Model, Nullable, PlainDate, UuidOf, Words } from '../../../core/http/schemas.ts';
import { OpenPayment } from '../../../money/payments/index.ts';

export const PeriodParams = Type.Object({
  period: Type.String({ pattern: '^\\d{4}-(?:0[1-9]|1[0-2])$', description: 'YYYY-MM' }),
});

/** The fee of one echeance; `status` is `notExecuted` while its transfer is on the way, which `openPayment` tells. */
export const ManagementFee = Model('ManagementFee', {
  echeanceId: UuidOf<EcheanceId>(),
  propertyId: UuidOf<PropertyId>(),
  propertyName: Type.String(),
  spvId: Nullable(UuidOf<SpvId>()),
  number: Type.Integer(),
  period: Type.String(),
  dueDate: PlainDate,
  amountExcludingTax: Cents,
  vat: Cents,
  amountIncludingTax: Cents,
  status: Words(['notExecuted', 'executed'], { title: 'FeeStatus' }),
  executedAt: Nullable(Type.String()),
  comment: Nullable(Type.String()),
  openPayment: Nullable(OpenPayment),
});
export type ManagementFee = Static<typeof ManagementFee>;

export const ManagementFees = Type.Array(ManagementFee);

export const TransferOne = Model('FeeToTransfer', { echeanceId: UuidOf<EcheanceId>() });

export const MarkAsExecuted = Model('ExecutedFee', {
  propertyId: UuidOf<PropertyId>(),
  paymentId: UuidOf<EcheanceId>(),
  comment: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }),
  providerPaymentId: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: "extension: the transfer from the SPV's wallet to the platform that was made by hand at the provider",
    }),
  ),
});
