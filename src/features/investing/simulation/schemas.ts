// Query and answer of the simulation.

import { type Static, Type } from 'typebox';
import type { PropertyId } from '../../../core/db/tables.ts';
import { AskedPositiveCents, Cents, Model, Nullable, PlainDate, UuidOf, Words } from '../../../core/http/schemas.ts';

export const SimulationParams = Type.Object({ propertyId: UuidOf<PropertyId>() });

/** One of the two; both or neither are refused. */
export const SimulationQuery = Type.Object({
  amountCents: Type.Optional(AskedPositiveCents),
  bricks: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
});

const YearlyReturn = Nullable(
  Type.Integer({ minimum: -10_000, description: 'basis points a year, net of tax; null where no rate says anything' }),
);

/** The course of the same bricks if it goes otherwise. */
const Course = Model('SimulatedCourse', {
  netCents: Cents,
  capitalCents: Cents,
  lostCents: Cents,
  lastDate: PlainDate,
  yearlyReturnBps: YearlyReturn,
});

/**
 * Bricks as they would be paid: interest by the project's own schedule, or by the terms that it announces while it has none. `late`: each
 * payment six months later, without penalties; `default`: interest of the first half of the term, and no capital.
 */
export const Simulation = Model('Simulation', {
  brickCount: Type.Integer({ minimum: 1 }),
  amountCents: Cents,
  basis: Words(['schedule', 'announced-terms'], { title: 'SimulationBasis' }),
  taxRate: Words(['own', 'default', 'none'], {
    title: 'SimulationTaxRate',
    description: 'none: no tax is withheld from this contract',
  }),
  taxBps: Type.Integer({ minimum: 0, description: 'basis points, of the year of the first payment' }),
  months: Type.Array(
    Model('SimulatedMonth', {
      date: PlainDate,
      interestCents: Cents,
      taxCents: Cents,
      capitalCents: Cents,
      netCents: Cents,
    }),
  ),
  planned: Course,
  late: Course,
  default: Course,
});
export type Simulation = Static<typeof Simulation>;
