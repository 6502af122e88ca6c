// Bodies and answers of the financing requests; the documents show neither (A-financing-requests-1).

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
} from '../../../core/http/schemas.ts';

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
