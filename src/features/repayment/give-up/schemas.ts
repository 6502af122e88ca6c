// Bodies, parameters and answers of giving up a project.

import { type Static, Type } from 'typebox';
import type { PropertyId } from '../../../core/db/tables.ts';
import { Cents, Model, Timestamp, UuidOf, WholeCents } from '../../../core/http/schemas.ts';

export const PropertyParams = Type.Object({ propertyId: UuidOf<PropertyId>() });

export const GiveUpBody = Model('GivingUp', {
  comment: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S', description: 'why, for the audit' }),
});

export const GivenUp = Model('GivenUp', {
  propertyId: UuidOf<PropertyId>(),
  givenUpAt: Timestamp,
  comment: Type.String(),
  capitalCents: WholeCents({ description: 'capital that is not asked for any more' }),
  interestCents: WholeCents({ description: 'interest and penalties of the holders that are not asked for any more' }),
  feesCents: WholeCents({ description: 'management fees that are not asked for any more' }),
  lossCents: WholeCents({ description: 'capital that the holders lose, recorded for their tax papers' }),
  paidFromEscrowCents: WholeCents({ description: 'of the escrow, paid on interest that was due' }),
  notLentCents: WholeCents({ description: 'of planned loans, not made any more: the holders get it back in the settlement' }),
});
export type GivenUp = Static<typeof GivenUp>;

export const GiveUpTakenBack = Model('GiveUpTakenBack', {
  propertyId: UuidOf<PropertyId>(),
  financialStatus: Type.String(),
  capitalCents: Cents,
});
export type GiveUpTakenBack = Static<typeof GiveUpTakenBack>;
