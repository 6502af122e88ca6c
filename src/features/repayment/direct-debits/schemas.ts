// Bodies and parameters of the direct debits' routes.

import { Type } from 'typebox';
import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import { Model, UuidOf } from '../../../core/http/schemas.ts';

export const PropertyParams = Type.Object({ propertyId: UuidOf<PropertyId>() });
export const OneEcheance = Model('EcheanceChoice', { echeanceId: UuidOf<EcheanceId>() });
