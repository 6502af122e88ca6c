// Answers of the brick price routes; the columns of the yearly update's spreadsheet are in update-sheet.ts.

import { type Static, Type } from 'typebox';
import type { PropertyId } from '../../../core/db/tables.ts';
import {
  AskedCents,
  AskedPositiveCents,
  Cents,
  Model,
  Nullable,
  PositiveCents,
  Timestamp,
  UuidOf,
} from '../../../core/http/schemas.ts';

export const PropertyParams = Type.Object({ propertyId: UuidOf<PropertyId>() });

/** `year` is null for the price of the publication. */
const Price = Model('YearlyPrice', {
  year: Nullable(Type.Integer()),
  brickPriceCents: PositiveCents,
  revenuePerBrickCents: Nullable(Cents),
});

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
  previous: Type.Array(Price, { description: 'the official price before, of each update' }),
  dryRun: Type.Boolean({ description: 'nothing was written' }),
});
export type YearlyUpdateResult = Static<typeof YearlyUpdateResult>;

/** A dry run answers old and new prices, and writes nothing. */
export const YearlyUpdateQuery = Type.Object({
  dryRun: Type.Optional(Type.Boolean({ description: 'judge the file and write nothing; an extension' })),
});

/** `year` names the update that is meant: only the newest entry of a history can be corrected. */
export const PriceCorrection = Model('PriceCorrection', {
  year: Type.Integer({ minimum: 2_000, maximum: 2_200 }),
  brickPriceCents: AskedPositiveCents,
  revenuePerBrickCents: AskedCents,
});
export type PriceCorrection = Static<typeof PriceCorrection>;

export const CorrectedPrice = Model('CorrectedPrice', {
  propertyId: UuidOf<PropertyId>(),
  ...PriceCorrection.properties,
  validFrom: Timestamp,
  previous: Price,
});
export type CorrectedPrice = Static<typeof CorrectedPrice>;
