// Query and answer of the audit log.

import { Type } from 'typebox';
import { Nullable, Page, PageQuery, Timestamp, Uuid } from '../../../core/http/schemas.ts';

export const AdminActionsQuery = Type.Object({
  ...PageQuery.properties,
  kind: Type.Optional(Type.String({ maxLength: 100 })),
  administratorId: Type.Optional(Uuid),
  email: Type.Optional(Type.String({ maxLength: 254, description: 'address of the administrator, at the time' })),
  targetId: Type.Optional(Type.String({ maxLength: 100 })),
  from: Type.Optional(Timestamp),
  to: Type.Optional(Timestamp),
});

export const AdminActionsPage = Page(
  Type.Object({
    id: Uuid,
    kind: Type.String(),
    administratorId: Uuid,
    administratorEmail: Type.String(),
    target: Nullable(Type.Object({ type: Type.String(), id: Type.String() })),
    payload: Type.Object({}, { additionalProperties: true }),
    createdAt: Timestamp,
  }),
);
