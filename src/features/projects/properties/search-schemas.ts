// Query and answers of the views of properties for the console: the search, the prices of a brick.

import { type Static, Type } from 'typebox';
import type { PropertyId } from '../../../core/db/tables.ts';
import { Cents, Model, Nullable, Page, PageQuery, Timestamp, UuidOf, Words } from '../../../core/http/schemas.ts';
import { FINANCIAL_STATUSES } from '../project-life/index.ts';
import { CONTRACT_TYPES } from './schemas.ts';

/** Where a property stands in its life, each in one word. */
export const STAGES = ['draft', 'announced', 'funding', 'closed', 'repayment', 'late', 'repaid', 'settled'] as const;
export type Stage = (typeof STAGES)[number];

export const SORTS = ['-createdAt', 'createdAt', '-updatedAt', 'updatedAt'] as const;
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
