// Answers of the property routes: the administrators' view of a property, the part of it that the public sees, lists and the
// search.

import { type Static, Type } from 'typebox';
import { FINANCIAL_STATUSES } from '../../../config/business.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import { PartQuery } from '../../../core/http/pagination.ts';
import {
  Cents,
  Email,
  Model,
  Nullable,
  Page,
  PageQuery,
  Timestamp,
  Uuid,
  UuidOf,
  UuidV7,
  Words,
} from '../../../core/http/schemas.ts';
import { CompanyFee, FUNDING_STATUSES } from '../funding/index.ts';
import { PUBLIC_STATES } from '../project-life/index.ts';
import { AccountManager, ShownPresentation } from '../project-owners/index.ts';
import { Address, Advantage, CONTRACT_TYPES, PropertyDocument } from './schemas.ts';

const Count = Type.Integer({ minimum: 0 });

/** The description of the investment, which is public. */
const described = {
  id: UuidOf<PropertyId>(),
  name: Type.String(),
  investorContractType: Words(CONTRACT_TYPES, { title: 'ContractType' }),
  investmentCase: Nullable(Type.String()),
  imageGallery: Type.Array(Type.String()),
  videoGallery: Type.Array(Type.String()),
  documents: Type.Array(PropertyDocument),
  address: Nullable(Address),
  localisationDescription: Nullable(Type.String()),
  surface: Nullable(Type.Number()),
  fundingStartDate: Nullable(Timestamp),
  fundingMaxEndDate: Nullable(Timestamp),
  revenueStartDate: Nullable(Timestamp),
  investmentHorizonInMonths: Nullable(Type.Integer()),
  amountToFundCents: Nullable(Cents),
  minAmountToFundCents: Nullable(Cents),
  advantages: Type.Array(Advantage),
  finances: Type.Unknown(),
  attributes: Type.Unknown(),
  returnOnInvestment: Nullable(Type.Number({ description: 'percent' })),
  lotCount: Nullable(Type.Integer()),
  displayDate: Nullable(Timestamp),
  publishedAt: Nullable(Timestamp),
  totalBricks: Nullable(Count),
  minBricks: Nullable(Count),
  purchasedDate: Nullable(Timestamp),
  isMarketplaceAllowed: Type.Boolean(),
};

/** A property as administrators see it. */
export const PropertyView = Model('PropertyView', {
  ...described,
  status: Words(['DRAFT', 'PUBLISHED'], { title: 'PublicationStatus' }),
  spvId: Nullable(UuidOf<SpvId>()),
  projectOwnerId: Nullable(Uuid),
  projectOwnerPresentationId: Nullable(UuidV7),
  totalConstructionBudget: Cents,
  totalFundEscrow: Cents,
  companyFees: Model('CompanyFees', { fundingFees: Nullable(CompanyFee), fiducieFees: Nullable(CompanyFee) }),
  operation: Type.Unknown({ description: 'null, or the V1 or V2 variant' }),
  funding: Model('FundingPeriod', {
    startedAt: Nullable(Timestamp),
    maxEndDate: Nullable(Timestamp),
    ended: Type.Boolean(),
    endedAt: Nullable(Timestamp),
    collectedCents: Nullable(Type.Integer({ description: 'cents; null before the closing' })),
  }),
  createdBricks: Nullable(
    Type.Integer({ minimum: 0, description: 'below totalBricks while the worker creates the rest: nobody can buy before' }),
  ),
  primaryMarketOpen: Type.Boolean(),
  investorCount: Nullable(Count),
  purchasedBrickCount: Nullable(Count),
  resale: Model('ResaleSteps', {
    saleStartedAt: Nullable(Timestamp),
    offerAcceptedAt: Nullable(Timestamp),
    saleType: Nullable(Words(['partial', 'total'], { title: 'SaleType' })),
    completedAt: Nullable(Timestamp),
  }),
  financialStatus: Nullable(Words(FINANCIAL_STATUSES, { title: 'FinancialStatus' })),
  hasBeenInDelayOrDefaultOnce: Type.Boolean(),
  referralPaidAt: Nullable(Timestamp),
  soldeDeToutCompteDoneAt: Nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type PropertyView = Static<typeof PropertyView>;

/** The part of a public page that no purchase changes, and that is cached. */
export const CatalogueDescription = Model('CatalogueDescription', described);
export type CatalogueDescription = Static<typeof CatalogueDescription>;

/** Only on the page of one property. */
const presented = { projectOwnerPresentation: Nullable(ShownPresentation) };

/** The part that a purchase changes, with the price of a brick: the progress of the funding. */
const availability = {
  state: Words(PUBLIC_STATES, { title: 'PublicState' }),
  brickPriceCents: Nullable(Cents),
  fundingStatus: Words(FUNDING_STATUSES, { title: 'FundingStatus' }),
  fundingEnded: Type.Boolean(),
  primaryMarketOpen: Type.Boolean(),
  confirmedBricks: Count,
  waitingBricks: Count,
  availableBricks: Count,
  confirmedPercentage: Type.Number(),
};
export type Availability = Static<ReturnType<typeof Type.Object<typeof availability>>>;

/** A published property as the public sees it. */
const CatalogueProperty = Model('CatalogueProperty', { ...described, ...availability });

/** The page of one property. */
export const CataloguePropertyPage = Model('CataloguePropertyPage', { ...CatalogueProperty.properties, ...presented });
export type CataloguePropertyPage = Static<typeof CataloguePropertyPage>;

export const CataloguePage = Page(CatalogueProperty);

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

/** Every obligation and loan. */
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

/** Where a property stands in its life, each in one word. */
const STAGES = ['draft', 'announced', 'funding', 'closed', 'repayment', 'late', 'repaid', 'settled'] as const;
export type Stage = (typeof STAGES)[number];

const SORTS = ['-createdAt', 'createdAt', '-updatedAt', 'updatedAt'] as const;
export type Sort = (typeof SORTS)[number];

const Stage = Words(STAGES, {
  title: 'PropertyStage',
  description:
    'announced: published, its funding has not started; closed: funded, the owner has nothing yet; late: delay or default; settled: final settlement done',
});

export const PropertySearch = Type.Object({
  ...PageQuery.properties,
  search: Type.Optional(Type.String({ maxLength: 200, description: 'in the name of the property or of its SPV, or its id' })),
  stage: Type.Optional(Stage),
  investorContractType: Type.Optional(Words(CONTRACT_TYPES, { title: 'ContractType' })),
  sort: Type.Unsafe<Sort>({ ...Words(SORTS, { title: 'PropertySort' }), default: '-createdAt' }),
});

const FoundProperty = Model('FoundProperty', {
  id: UuidOf<PropertyId>(),
  name: Type.String(),
  investorContractType: Words(CONTRACT_TYPES, { title: 'ContractType' }),
  stage: Stage,
  financialStatus: Nullable(Words(FINANCIAL_STATUSES, { title: 'FinancialStatus' })),
  spvName: Nullable(Type.String()),
  amountToFundCents: Nullable(Cents),
  confirmedCents: Type.Integer({ description: 'cents of confirmed purchases' }),
  returnOnInvestment: Nullable(Type.Number({ description: 'percent' })),
  investmentHorizonInMonths: Nullable(Type.Integer()),
  fundingStartDate: Nullable(Timestamp),
  fundingMaxEndDate: Nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export const FoundProperties = Page(FoundProperty);
export type FoundProperties = Static<typeof FoundProperties>;

/** Oldest first; the first is that of the publication. */
export const BrickPrices = Type.Array(
  Model('BrickPrice', {
    validFrom: Timestamp,
    priceCents: Cents,
    revenuePerBrickCents: Nullable(Type.Integer({ description: 'cents, of the year' })),
    year: Nullable(Type.Integer()),
  }),
);
export type BrickPrices = Static<typeof BrickPrices>;
