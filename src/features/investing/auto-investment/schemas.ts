// Parameters and bodies of automatic investment.

import { Type } from 'typebox';
import type { PropertyId } from '../../../core/db/tables.ts';
import { Model, UuidOf } from '../../../core/http/schemas.ts';

export const PropertyParams = Type.Object({ propertyId: UuidOf<PropertyId>() });

export const TriggerBody = Model('AutomaticInvestmentTrigger', {
  includeInvestorsWithCanceledAutoInvest: Type.Boolean({
    description:
      'true: leaves out investors with a confirmed or waiting purchase of the property; false: those with any purchase of it',
  }),
});

export const SimulationQuery = Type.Object({
  investmentHorizonInMonths: Type.Integer({ minimum: 1, maximum: 1_200 }),
  returnOnInvestment: Type.Number({ exclusiveMinimum: 0, maximum: 1_000, description: 'percent' }),
});

export const SimulationRunning = Type.String();
