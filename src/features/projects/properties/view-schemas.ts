// Answers of the property routes: the administrators' view of a property, and the part of it that the public sees.

import { type Static, Type } from 'typebox';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import { Cents, Model, Nullable, Page, Timestamp, Uuid, UuidOf, UuidV7, Words } from '../../../core/http/schemas.ts';
import { CompanyFee, FUNDING_STATUSES } from '../funding/index.ts';
import { FINANCIAL_STATUSES } from '../project-life/index.ts';
import { ShownPresentation } from '../project-owners/index.ts';
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

/** Public addresses, in the order of the files sent. */
export const ImageUrls = Type.Array(Type.String());

export const DocumentUrl = Model('DocumentUrl', { url: Type.String() });
