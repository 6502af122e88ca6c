// What the brick price routes answer; their spreadsheets are in rules.ts.

import { type Static, Type } from 'typebox';
import { Cents, Model, PositiveCents, Timestamp, Uuid } from '../../../core/http/schemas.ts';

/** Ours: the documents show no body. Same order as the rows of the file. */
export const YearlyUpdateResult = Model('YearlyUpdateResult', {
  updates: Type.Array(
    Type.Object({
      propertyId: Uuid,
      year: Type.Integer(),
      brickPriceCents: PositiveCents,
      revenuePerBrickCents: Cents,
      validFrom: Timestamp,
    }),
  ),
});
export type YearlyUpdateResult = Static<typeof YearlyUpdateResult>;
