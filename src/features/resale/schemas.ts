// Bodies and parameters of the resale routes.

import { Type } from 'typebox';
import { Uuid } from '../../core/http/schemas.ts';

export const ProjectParams = Type.Object({ projectId: Uuid });

/** Path and body are merged: `projectId` may be left out of the body (A-resale-1). */
export const MarketplaceSwitch = Type.Object({ projectId: Type.Optional(Uuid), isAllowed: Type.Boolean() });
