// Bodies and parameters of the direct debits' routes.

import { Type } from 'typebox';
import { Model, Uuid } from '../../../core/http/schemas.ts';

export const PropertyParams = Type.Object({ propertyId: Uuid });
export const OneEcheance = Model('EcheanceChoice', { echeanceId: Uuid });
