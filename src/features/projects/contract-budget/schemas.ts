// Body and answer of the contract budget.

import { type Static, Type } from 'typebox';
import type { PropertyId } from '../../../core/db/tables.ts';
import { AskedCents, Cents, Model, UuidOf } from '../../../core/http/schemas.ts';

export const PropertyParams = Type.Object({ propertyId: UuidOf<PropertyId>() });

/** At least one of the two fields, which the use case checks. */
export const ContractBudgetEdit = Model('ContractBudgetEdit', {
  totalFundEscrow: Type.Optional(AskedCents),
  totalConstructionBudget: Type.Optional(AskedCents),
});
export type ContractBudgetEdit = Static<typeof ContractBudgetEdit>;

export const ContractBudget = Model('ContractBudget', { totalFundEscrow: Cents, totalConstructionBudget: Cents });
export type ContractBudget = Static<typeof ContractBudget>;
