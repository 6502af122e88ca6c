// Query and answers of the purses of a project and of their postings.

import { type Static, Type } from 'typebox';
import type { PropertyId } from '../../../core/db/tables.ts';
import {
  Cents,
  Model,
  Nullable,
  Page,
  PageQuery,
  Timestamp,
  Uuid,
  UuidOf,
  WholeCents,
  Words,
} from '../../../core/http/schemas.ts';
import { PURSES } from '../../../money/ledger/index.ts';

/** What is not this project: investors together, the outside world, the platform's accounts, and other projects or SPVs. */
const COUNTERPARTS = ['INVESTORS', 'OUTSIDE', 'PLATFORM_MAIN', 'PLATFORM_ORIGINATION', 'PLATFORM_TAX', 'OTHER_PROJECTS'] as const;

const PurseName = Words(PURSES, { title: 'PurseName' });
const Place = Words([...PURSES, ...COUNTERPARTS], { title: 'MoneyPlace' });

export const PurseParams = Type.Object({ propertyId: UuidOf<PropertyId>() });

export const ProjectPurses = Model('ProjectPurses', {
  propertyId: UuidOf<PropertyId>(),
  offProviderCents: WholeCents({ description: 'what of the purses was booked outside the provider, and is not on the wallet' }),
  purses: Type.Array(
    Type.Object({
      purse: PurseName,
      balanceCents: Cents,
      inCents: WholeCents({ description: 'all that ever came in, released holds included' }),
      outCents: WholeCents({ description: 'all that ever went out' }),
    }),
  ),
  flows: Type.Array(
    Type.Object({
      from: Place,
      to: Place,
      type: Type.String({ description: 'of the transaction' }),
      cents: Cents,
      count: Type.Integer({ description: 'movements' }),
    }),
    {
      description: 'where money went in the end: a hold and its release cancel out, a hold and its confirmation are one movement',
    },
  ),
});
export type ProjectPurses = Static<typeof ProjectPurses>;

export const PostingsQuery = Type.Object({
  ...PageQuery.properties,
  purse: Type.Optional(PurseName),
  type: Type.Optional(Type.String({ maxLength: 50, description: 'of the transaction, such as ASSIGNMENT' })),
});
export type PostingsQuery = Static<typeof PostingsQuery>;

/** `reference`: the transaction or operation that is posted; `customerId` of an investor's line. A negative amount leaves its place. */
const ProjectPosting = Model('ProjectPosting', {
  reference: Uuid,
  step: Words(['hold', 'confirm', 'release'], { title: 'PostingStep' }),
  type: Type.String(),
  eventAt: Timestamp,
  paymentId: Nullable(Uuid),
  lines: Type.Array(Type.Object({ place: Place, account: Type.String(), customerId: Nullable(Uuid), amountCents: WholeCents() })),
});
export const ProjectPostings = Page(ProjectPosting);
export type ProjectPostings = Static<typeof ProjectPostings>;
