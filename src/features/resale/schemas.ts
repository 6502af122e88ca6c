// Bodies and parameters of the resale routes.

import { type Static, Type } from 'typebox';
import { AskedPositiveCents, Cents, Timestamp, Uuid, Words } from '../../core/http/schemas.ts';
import { PropertyView } from '../properties/index.ts';

export const ProjectParams = Type.Object({ projectId: Uuid });

/** Path and body are merged: `projectId` may be left out of the body (A-resale-1). */
export const MarketplaceSwitch = Type.Object({ projectId: Type.Optional(Uuid), isAllowed: Type.Boolean() });

export const ResaleParams = Type.Object({ propertyId: Uuid });

const SaleType = Words(['partial', 'total']);
/** Path and body are merged here too. */
const same = { propertyId: Type.Optional(Uuid) };

export const ResaleStart = Type.Object({ ...same, saleStartedAt: Timestamp });
export const OfferAccepted = Type.Object({ ...same, offerAcceptedAt: Timestamp, saleType: SaleType });
export const ResaleCompletion = Type.Object({ ...same, salePriceCents: AskedPositiveCents, completedAt: Timestamp });

export const AcceptedOffer = Type.Object({ property: PropertyView });

export const CompletedResale = Type.Object({
  property: PropertyView,
  sale: Type.Object({
    id: Uuid,
    saleType: SaleType,
    salePriceCents: Cents,
    holderCount: Type.Integer({ description: 'investors who are paid a share' }),
    completedAt: Timestamp,
  }),
});
export type CompletedResale = Static<typeof CompletedResale>;
