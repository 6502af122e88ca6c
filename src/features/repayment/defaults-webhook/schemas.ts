// What the defaults platform sends, and what it is told.

import { type Static, Type } from 'typebox';
import { Model, Nullable, Uuid, Words } from '../../../core/http/schemas.ts';

/** Whole cents are judged by the rules: a bad amount is an error of the computation, not of the form (defaults.md#penalties). */
const Penalty = Model('ReportedPenalty', { total: Type.Number(), forInvestors: Type.Number(), forBricks: Type.Number() });

export const DefaultedProjects = Type.Array(
  Type.Object({
    propertyId: Uuid,
    status: Nullable(Words(['delay', 'default'])),
    penalties: Type.Array(Type.Object({ echeanceId: Uuid, penalty: Penalty }), { maxItems: 1_000 }),
  }),
  { maxItems: 1_000 },
);
export type DefaultedProject = Static<typeof DefaultedProjects>[number];

export const PenaltiesApplied = Model('PenaltiesApplied', {
  penaltiesApplied: Type.Array(Type.Object({ propertyId: Uuid, echeanceId: Uuid, penalty: Penalty })),
});
export type PenaltiesApplied = Static<typeof PenaltiesApplied>;
