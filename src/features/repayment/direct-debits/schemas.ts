// Bodies and parameters of the direct debits' routes, and the audit data that is stored with a debit.

import { Type } from 'typebox';
import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import { Model, UuidOf } from '../../../core/http/schemas.ts';
import { shapeOf } from '../../../core/http/shape.ts';

export const PropertyParams = Type.Object({ propertyId: UuidOf<PropertyId>() });
export const OneEcheance = Model('EcheanceChoice', { echeanceId: UuidOf<EcheanceId>() });

/** Audit data of a request (`RouteAudit`) as stored with its debit until the outcome is known. */
export const PendingAudit = shapeOf(
  Type.Object({ kind: Type.String(), administrator: Type.Object({ administratorId: Type.String(), email: Type.String() }) }),
);
