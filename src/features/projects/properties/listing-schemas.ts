// Answers of the administrators' lists and of the small views of one property.

import { type Static, Type } from 'typebox';
import type { SpvId } from '../../../core/db/tables.ts';
import { PartQuery } from '../../../core/http/parts.ts';
import { Cents, Email, Model, Nullable, Uuid, UuidOf, Words } from '../../../core/http/schemas.ts';
import { AccountManager } from '../financing-requests/index.ts';
import { Advantage } from './schemas.ts';
import { PropertyView } from './view-schemas.ts';

/** Query of both lists. */
export const PropertyListQuery = Type.Object({
  ...PartQuery.properties,
  status: Type.Optional(Words(['DRAFT', 'PUBLISHED'], { title: 'PublicationStatus' })),
});

/** `used`: payments out of the escrow that were not archived, to echeances and to capital events. */
const InterestEscrow = Model('InterestEscrow', { totalFundEscrow: Cents, used: Cents, remaining: Cents });
/** `lent`: capital lent after the first day of the loan. */
const ConstructionBudget = Model('ConstructionBudget', { totalConstructionBudget: Cents, lent: Cents, remaining: Cents });

const SpvSummary = Model('SpvSummary', {
  id: UuidOf<SpvId>(),
  name: Type.String(),
  country: Type.String(),
  providerExternalId: Nullable(Type.String()),
  kybStatus: Words(['notStarted', 'waitingForVerifier', 'verified', 'refused', 'outdated'], { title: 'KybStatus' }),
});

const OwnerSummary = Model('OwnerSummary', {
  id: Uuid,
  firstname: Type.String(),
  lastname: Type.String(),
  email: Email,
  phoneNumber: Nullable(Type.String()),
});

const surroundings = {
  spv: Nullable(SpvSummary),
  projectOwner: Nullable(OwnerSummary),
  isReferralPaid: Type.Boolean(),
  echeancierExists: Type.Boolean(),
  projectFinancingRequestId: Nullable(Uuid),
  projectOwnerCompanyId: Nullable(Uuid),
  accountManager: Nullable(AccountManager),
};
const summaries = { interestEscrow: InterestEscrow, constructionBudget: ConstructionBudget };

/** Every obligation and loan (A-properties-26). */
export const PropertyList = Type.Array(
  Type.Object({ project: Type.Object({ ...PropertyView.properties, ...summaries }), ...surroundings }),
);

export const RoyaltyList = Type.Array(Type.Object({ ...PropertyView.properties, hasInternalNote: Type.Boolean() }));

/** The whole property; null for an unknown one (catalogue.md#reading-properties). */
export const PropertyOrNull = Nullable(
  Type.Object({ ...PropertyView.properties, ...summaries, ...surroundings, hasInternalNote: Type.Boolean() }),
);

export const AdvantageList = Type.Array(Advantage);

export const InternalNote = Model('InternalNote', {
  content: Type.String({ description: 'markdown' }),
  version: Type.Integer({ description: 'send it back with the next change' }),
});
export type InternalNote = Static<typeof InternalNote>;

export const DraftUrl = Model('DraftUrl', { url: Type.String() });
