// What the routes of the final settlement take and answer.

import { type Static, Type } from 'typebox';
import { FINANCIAL_STATUSES } from '../../core/config.ts';
import { Cents, Nullable, Timestamp, Uuid, Words } from '../../core/http/schemas.ts';

export const PropertyParams = Type.Object({ propertyId: Uuid });

/** The account of a project with its owner and its holders, cents (A-final-settlement-2). */
export const Settlement = Type.Object({
  propertyId: Uuid,
  financialStatus: Nullable(Words(FINANCIAL_STATUSES)),
  doneAt: Nullable(Timestamp),
  penalties: Type.Object({
    claimedCents: Type.Integer({ description: 'penalties forBricks of all echeances' }),
    transferredCents: Cents,
    status: Words(['none', 'claimed', 'pending', 'transferred']),
    transferredAt: Nullable(Timestamp),
  }),
  held: Type.Object({
    surplusCents: Type.Integer({ description: 'what the SPV holds of this project beyond what was due' }),
    escrowCents: Type.Integer({ description: 'what is left of the escrow of interest' }),
  }),
  owner: Type.Object({
    owesCents: Type.Integer({ description: 'claims that neither surplus nor escrow covers' }),
    getsBackCents: Type.Integer({ description: 'what they hold beyond the claims' }),
  }),
  unlentCapital: Type.Object({
    totalCents: Type.Integer({ description: 'funded and never lent: goes back to the holders' }),
    distributedCents: Cents,
  }),
});
export type Settlement = Static<typeof Settlement>;

export const UnlentCapitalDistributed = Type.Object({
  propertyId: Uuid,
  runId: Uuid,
  distributedCents: Cents,
  holderCount: Type.Integer(),
});
export type UnlentCapitalDistributed = Static<typeof UnlentCapitalDistributed>;
