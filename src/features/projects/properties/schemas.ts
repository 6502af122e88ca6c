// Bodies and parameters of the property routes; their answers are in view-schemas.ts.

import { type Static, type TSchema, Type } from 'typebox';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import {
  AskedCents,
  AskedPositiveCents,
  LineOf,
  Model,
  Nullable,
  PageQuery,
  Timestamp,
  Uuid,
  UuidOf,
  UuidV7,
  Variants,
  WholeCents,
  Words,
} from '../../../core/http/schemas.ts';
import { PUBLIC_STATES } from '../project-life/index.ts';
import { PUBLISH_RULES } from './rules.ts';

export const CONTRACT_TYPES = ['obligation', 'loan', 'royalty'] as const;

export const PropertyParams = Type.Object({ propertyId: UuidOf<PropertyId>() });

const Name = LineOf(200);
const Line = LineOf(500, { isOptional: true });
const Prose = Type.String({ maxLength: 50_000 });
const Url = Type.String({ format: 'uri', pattern: '^https?://', maxLength: 2_000 });
/** Any JSON object or list: pages show it, and no rule reads it. */
const Shown = Type.Unsafe<object>({ type: ['object', 'array'], description: 'any JSON object or list' });
const Percentage = Type.Number({ minimum: 0, maximum: 1_000, description: 'percent' });
const Months = Type.Integer({ minimum: 1, maximum: 600 });
/** At most a million bricks of 10 EUR, which one request can create. */
const Target = WholeCents({ minimum: 1, maximum: 1_000_000_000, description: 'cents' });

export const Address = Model('PropertyAddress', { street: Line, city: Line, postcode: Line, country: Line });
export const PropertyDocument = Model('PropertyDocument', { name: Line, url: Url });
export const Advantage = Model('Advantage', {
  id: Type.String({ minLength: 1, maxLength: 100 }),
  title: Line,
  description: Prose,
});
const NewAdvantage = Model('NewAdvantage', { ...Advantage.properties, id: Type.Optional(Advantage.properties.id) });
const Fees = Model('PropertyFees', { amountExcludingTaxCents: AskedCents });
const OPERATION_VERSIONS = ['V1', 'V2'] as const;
const Repayment = Words(['inFine', 'amortized'], { title: 'Repayment' });

/**
 * An optional field that null clears, as one schema instead of a union, so that a fault has one reason and not one per variant.
 */
function clearable<T extends TSchema>(schema: T) {
  // Border: members that every JSON schema may have, which the type TSchema does not name.
  const { title, type, enum: words, ...rest } = schema as { title?: string; type?: string | string[]; enum?: unknown[] };
  return Type.Optional(
    Type.Unsafe<Static<T> | null>({
      ...rest,
      type: [type ?? [], 'null'].flat(),
      ...(words === undefined ? {} : { title: `${title}OrNull`, enum: [...words, null] }),
    }),
  );
}

const operationTerms = {
  annualInterestPercentage: Type.Optional(Percentage),
  durationInMonths: Type.Optional(Months),
};

/** Terms of the contract with the project owner, told apart by `version`. */
const Operation = Variants('Operation', 'version', [
  Type.Object({
    version: Type.Literal('V1'),
    ...operationTerms,
    repayment: Type.Optional(Repayment),
  }),
  Type.Object({
    version: Type.Literal('V2'),
    ...operationTerms,
    managementFeesPercentage: Type.Optional(Percentage),
  }),
]);

/** A patch of the property's operation: `version` may be left out, and null removes a term. */
const OperationPatch = Model('OperationPatch', {
  version: Type.Optional(Words(OPERATION_VERSIONS, { title: 'OperationVersion' })),
  annualInterestPercentage: clearable(Percentage),
  durationInMonths: clearable(Months),
  repayment: clearable(Repayment),
  managementFeesPercentage: clearable(Percentage),
});

/**
 * Fields of the edit payload of catalogue.md#properties, all optional, for creation and edit. Null clears a field,
 * and [] empties a list.
 */
const editableFields = {
  spvId: clearable(UuidOf<SpvId>()),
  projectOwnerId: clearable(Uuid),
  projectOwnerPresentationId: clearable(UuidV7),
  investmentCase: clearable(Prose),
  imageGallery: Type.Optional(Type.Array(Url, { maxItems: 100 })),
  videoGallery: Type.Optional(Type.Array(Url, { maxItems: 100 })),
  documents: Type.Optional(Type.Array(PropertyDocument, { maxItems: 100 })),
  address: clearable(Address),
  localisationDescription: clearable(Prose),
  surface: clearable(Type.Number({ minimum: 0, maximum: 10_000_000, description: 'square metres' })),
  fundingStartDate: clearable(Timestamp),
  fundingMaxEndDate: clearable(Timestamp),
  revenueStartDate: clearable(Timestamp),
  investmentHorizonInMonths: clearable(Months),
  amountToFundCents: clearable(Target),
  minAmountToFundCents: clearable(AskedPositiveCents),
  advantages: Type.Optional(Type.Array(NewAdvantage, { maxItems: 100 })),
  finances: clearable(Shown),
  attributes: clearable(Shown),
  returnOnInvestment: clearable(Percentage),
  lotCount: clearable(Type.Integer({ minimum: 0, maximum: 100_000 })),
  totalConstructionBudget: Type.Optional(AskedCents),
  totalFundEscrow: Type.Optional(AskedCents),
  companyFees: Type.Optional(Model('NewCompanyFees', { fundingFees: clearable(Fees), fiducieFees: clearable(Fees) })),
};

export const NewProperty = Model('NewProperty', {
  name: Name,
  investorContractType: Words(CONTRACT_TYPES, { title: 'ContractType' }),
  ...editableFields,
  operation: Type.Optional(Operation),
});
export type NewProperty = Static<typeof NewProperty>;

/** What a page that shows a property sends along, so that it never undoes what somebody else did meanwhile. */
export const EditQuery = Type.Object({
  unchangedSince: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'the `updatedAt` that was read; later changes refuse the edit; an extension',
    }),
  ),
});

/** The edit payload: every field optional. */
export const PropertyEdit = Model('PropertyEdit', {
  name: Type.Optional(Name),
  investorContractType: Type.Optional(Words(CONTRACT_TYPES, { title: 'ContractType' })),
  ...editableFields,
  operation: clearable(OperationPatch),
});
export type PropertyEdit = Static<typeof PropertyEdit>;

/** `version` is the one that the administrator read. */
export const InternalNoteEdit = Model('InternalNoteEdit', {
  content: Type.String({ maxLength: 100_000, description: 'markdown' }),
  version: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
});
export type InternalNoteEdit = Static<typeof InternalNoteEdit>;

/** A token that is invalid, expired or of another property counts as none. */
export const PreviewQuery = Type.Object({ draftToken: Type.Optional(Type.String({ maxLength: 500 })) });

export const Publication = Model('Publication', { displayDate: clearable(Timestamp) });

export const PublishChecklistQuery = Type.Object({ displayDate: Type.Optional(Timestamp) });

/** The rules of a publication in its order; `code` is what refuses it, `field` the one of the property that would mend it. */
export const PublishChecklist = Model('PublishChecklist', {
  propertyId: UuidOf<PropertyId>(),
  isPublishable: Type.Boolean(),
  minDelayHours: Type.Integer({ description: 'so long before the start of its funding, at least, a property is published' }),
  totalBricks: Nullable(Type.Integer({ description: 'that the publication creates; null without an amount to fund' })),
  leftOverCents: Nullable(
    WholeCents({ minimum: 0, description: 'of the amount to fund: less than a brick, and never collected' }),
  ),
  checks: Type.Array(
    Type.Object({
      rule: Words(PUBLISH_RULES, { title: 'PublishRule' }),
      code: Type.String(),
      field: Nullable(Type.String()),
      state: Words(['met', 'broken', 'unknown'], {
        title: 'PublishRuleState',
        description: 'unknown: an earlier rule of the wallet is broken, or the provider does not answer',
      }),
    }),
  ),
});
export type PublishChecklist = Static<typeof PublishChecklist>;

export const CatalogueQuery = Type.Object({
  ...PageQuery.properties,
  investorContractType: Type.Optional(Words(CONTRACT_TYPES, { title: 'ContractType' })),
  state: Type.Optional(Words(PUBLIC_STATES, { title: 'PublicState' })),
});

/** An extension: the audit row of the upload then says which project the files are for. */
export const UploadQuery = Type.Object({ propertyId: Type.Optional(UuidOf<PropertyId>()) });
