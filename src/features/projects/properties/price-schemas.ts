// Answers of the brick price routes; the columns of the yearly update's spreadsheet are in update-sheet.ts.

import { type Static, Type } from 'typebox';
import type { PropertyId } from '../../../core/db/tables.ts';
import { Cents, Model, PositiveCents, Timestamp, UuidOf } from '../../../core/http/schemas.ts';

/** In the order of the rows of the file. The documents show no body, so it is ours. */
export const YearlyUpdateResult = Model('YearlyUpdateResult', {
  updates: Type.Array(
    Type.Object({
      propertyId: UuidOf<PropertyId>(),
      year: Type.Integer(),
      brickPriceCents: PositiveCents,
      revenuePerBrickCents: Cents,
      validFrom: Timestamp,
    }),
  ),
});
export type YearlyUpdateResult = Static<typeof YearlyUpdateResult>;
