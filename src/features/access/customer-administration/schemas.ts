// Bodies and answers of the administrators' routes of investors.

import { type Static, Type } from 'typebox';
import type { CustomerId } from '../../../core/db/tables.ts';
import { Model, Nullable, Page, PageQuery, Timestamp, UuidOf, Words } from '../../../core/http/schemas.ts';
import { FROZEN_SOURCES, InvestorView, KYC_STATUSES } from '../customers/index.ts';

/** What an administrator sees of an investor. */
export const AdministrationCustomer = Model('AdministrationCustomer', {
  ...InvestorView.properties,
  closedAt: Nullable(Timestamp),
  isCompanyAccount: Type.Boolean(),
  frozenAt: Nullable(Timestamp),
  frozenSource: Nullable(Words(FROZEN_SOURCES, { title: 'FrozenSource' })),
  frozenReason: Nullable(Type.String()),
  providerStatus: Nullable(Type.Integer()),
  providerBlocked: Type.Boolean(),
  referrerCustomerId: Nullable(UuidOf<CustomerId>()),
});
export type AdministrationCustomer = Static<typeof AdministrationCustomer>;

export const CustomersPage = Page(AdministrationCustomer);

export const CustomersQuery = Type.Object({
  ...PageQuery.properties,
  email: Type.Optional(Type.String({ maxLength: 254, description: 'any part of the address' })),
  search: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 254,
      pattern: '\\S.*\\S.*\\S',
      description: 'any part of name, company or address; the id; an IBAN, whole or its last four',
    }),
  ),
  kycStatus: Type.Optional(Words(KYC_STATUSES, { title: 'KycStatus' })),
  frozen: Type.Optional(Type.Boolean()),
});

export const CustomerParams = Type.Object({ id: UuidOf<CustomerId>() });

export const CustomerChanges = Model('CustomerChanges', {
  canSeeRoyalty: Type.Optional(Type.Boolean()),
  frozen: Type.Optional(Type.Boolean()),
  reason: Type.Optional(Type.String({ pattern: '\\S', maxLength: 1_000, description: 'required to freeze or unfreeze' })),
});
