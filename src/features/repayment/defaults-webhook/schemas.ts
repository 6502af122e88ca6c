// Body and answer of the defaults webhook.

import { type Static, Type } from 'typebox';
import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import { Model, Nullable, UuidOf, Words } from '../../../core/http/schemas.ts';

/** Any number: amounts that are no whole cents are refused by the rules, with a code of their own (defaults.md#penalties). */
const Penalty = Model('ReportedPenalty', { total: Type.Number(), forInvestors: Type.Number(), forBricks: Type.Number() });

export const DefaultedProjects = Type.Array(
  Type.Object({
    propertyId: UuidOf<PropertyId>(),
    status: Nullable(Words(['delay', 'default'])),
    penalties: Type.Array(Type.Object({ echeanceId: UuidOf<EcheanceId>(), penalty: Penalty }), { maxItems: 1_000 }),
  }),
  { maxItems: 1_000 },
);
export type DefaultedProject = Static<typeof DefaultedProjects>[number];

export const PenaltiesApplied = Model('PenaltiesApplied', {
  penaltiesApplied: Type.Array(
    Type.Object({ propertyId: UuidOf<PropertyId>(), echeanceId: UuidOf<EcheanceId>(), penalty: Penalty }),
  ),
});
export type PenaltiesApplied = Static<typeof PenaltiesApplied>;
