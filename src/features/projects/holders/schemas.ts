// Query and answers of the register of holders.

import { Type } from 'typebox';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import { Model, Nullable, Page, PageQuery, PlainDate, Timestamp, UuidOf, Words } from '../../../core/http/schemas.ts';
import { CUSTOMER_TYPES } from '../../access/customers/index.ts';

export const HoldersParams = Type.Object({ propertyId: UuidOf<PropertyId>() });

const date = Type.Optional(
  Type.String({ ...PlainDate, description: 'Paris day, at whose end the register stands; absent: today' }),
);

export const HoldersQuery = Type.Object({ ...PageQuery.properties, date });
export const HoldersFileQuery = Type.Object({ date });

/** `since`: the first trade of the project. */
const HolderView = Model('Holder', {
  customerId: UuidOf<CustomerId>(),
  name: Type.String({ description: 'of the company, of a business' }),
  email: Type.String(),
  customerType: Nullable(Words(CUSTOMER_TYPES, { title: 'CustomerType' })),
  brickCount: Type.Integer({ minimum: 1 }),
  sharePercent: Type.Number({ description: 'percent of what all holders have together' }),
  since: Timestamp,
});

export const HoldersPage = Model('Holders', {
  date: PlainDate,
  holderCount: Type.Integer({ minimum: 0, description: 'all of them' }),
  brickCount: Type.Integer({ minimum: 0, description: 'of all holders together' }),
  ...Page(HolderView).properties,
});
