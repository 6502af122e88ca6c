// Bodies and answers of project owners and of their requests, of which the documents show neither.

import { type Static, Type } from 'typebox';
import type { PropertyId } from '../../../core/db/tables.ts';
import {
  AskedPositiveCents,
  Email,
  LineOf,
  Model,
  Nullable,
  Page,
  PageQuery,
  PositiveCents,
  Timestamp,
  Uuid,
  UuidOf,
  UuidV7,
} from '../../../core/http/schemas.ts';

export const ProjectOwnerParams = Type.Object({ projectOwnerId: Uuid });

/** Any text: a malformed id is treated as that of an unknown owner. */
export const DeletedOwnerParams = Type.Object({ projectOwnerId: Type.String() });

/** Also the body of PUT, where `id` can only repeat the path. */
export const NewProjectOwner = Model('NewProjectOwner', {
  id: Type.Optional(Uuid),
  firstname: LineOf(200),
  lastname: LineOf(200),
  email: Email,
  // Null, as a property shows an owner without one.
  phoneNumber: Type.Optional(Nullable(LineOf(50))),
});
export type NewProjectOwner = Static<typeof NewProjectOwner>;

export const ProjectOwner = Model('ProjectOwner', {
  id: Uuid,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  firstname: Type.String(),
  lastname: Type.String(),
  email: Type.String(),
  phoneNumber: Type.Optional(Type.String()),
});
export type ProjectOwner = Static<typeof ProjectOwner>;

export const CreatedProjectOwner = Model('CreatedProjectOwner', { ok: Type.Literal(true), value: ProjectOwner });

export const ProjectOwnerList = Type.Array(ProjectOwner);

export const PresentationParams = Type.Object({ projectOwnerPresentationId: UuidV7 });

/** A web address or a path of our front end; no other scheme, as a page could execute it (`javascript:`). */
const PictureUrl = Type.String({ maxLength: 2_000, pattern: '^(https?://|(?![A-Za-z][A-Za-z0-9+.-]*:))[^\\s\\\\]+$' });

export const PresentationContent = Model('PresentationContent', {
  name: LineOf(200),
  description: Type.String({ minLength: 1, maxLength: 10_000, pattern: '\\S' }),
  // Null, as a page shows a presentation without one.
  profilePictureUrl: Type.Optional(Nullable(PictureUrl)),
});
export type PresentationContent = Static<typeof PresentationContent>;

export const Presentation = Model('Presentation', {
  id: UuidV7,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  json: Type.Object({
    name: Type.String(),
    description: Type.String(),
    profilePictureUrl: Type.Optional(Type.String()),
  }),
});
export type Presentation = Static<typeof Presentation>;

export const PresentationList = Type.Array(Presentation);

/** The part of a presentation that the page of a property shows. */
export const ShownPresentation = Model('ShownPresentation', {
  name: Type.String(),
  description: Type.String(),
  profilePictureUrl: Nullable(Type.String()),
});
export type ShownPresentation = Static<typeof ShownPresentation>;

const name = LineOf(200);

export const AccountManager = Model('AccountManager', {
  firstname: name,
  lastname: name,
  email: Email,
  phoneNumber: Type.Optional(LineOf(50)),
});
export type AccountManager = Static<typeof AccountManager>;

export const FinancingRequestParams = Type.Object({ id: Uuid });

/** Null removes the account manager. */
export const AccountManagerAssignment = Model('AccountManagerAssignment', { accountManager: Nullable(AccountManager) });

/** Null removes the link. */
export const PropertyLink = Model('PropertyLink', { propertyId: Nullable(UuidOf<PropertyId>()) });

export const NewFinancingRequest = Model('NewFinancingRequest', {
  name,
  propertyId: Type.Optional(UuidOf<PropertyId>()),
  projectOwnerCompanyId: Type.Optional(Uuid),
  requestedAmountCents: Type.Optional(AskedPositiveCents),
  accountManager: Type.Optional(AccountManager),
});
export type NewFinancingRequest = Static<typeof NewFinancingRequest>;

export const FinancingRequestQuery = Type.Object({ ...PageQuery.properties, propertyId: Type.Optional(UuidOf<PropertyId>()) });

export const FinancingRequest = Model('FinancingRequest', {
  id: Uuid,
  name: Type.String(),
  propertyId: Nullable(UuidOf<PropertyId>()),
  projectOwnerCompanyId: Nullable(Uuid),
  requestedAmountCents: Nullable(PositiveCents),
  accountManager: Nullable(AccountManager),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type FinancingRequest = Static<typeof FinancingRequest>;

export const FinancingRequestPage = Page(FinancingRequest);
