// Bodies and parameters of the resale routes.

import { type Static, Type } from 'typebox';
import type { PropertyId } from '../../../core/db/tables.ts';
import { AskedPositiveCents, Cents, Model, Timestamp, Uuid, UuidOf, Words } from '../../../core/http/schemas.ts';
import { PropertyView } from '../properties/index.ts';

export const ProjectParams = Type.Object({ projectId: UuidOf<PropertyId>() });

/** `projectId` may be left out of the body, as the path has it. */
export const MarketplaceSwitch = Model('MarketplaceSwitch', {
  projectId: Type.Optional(UuidOf<PropertyId>()),
  isAllowed: Type.Boolean(),
});

export const ResaleParams = Type.Object({ propertyId: UuidOf<PropertyId>() });

const SaleType = Words(['partial', 'total'], { title: 'SaleType' });
/** May be left out here too. */
const idOfPath = { propertyId: Type.Optional(UuidOf<PropertyId>()) };

export const ResaleStart = Model('ResaleStart', { ...idOfPath, saleStartedAt: Timestamp });
export const OfferAccepted = Model('OfferAccepted', { ...idOfPath, offerAcceptedAt: Timestamp, saleType: SaleType });
export const ResaleCompletion = Model('ResaleCompletion', {
  ...idOfPath,
  salePriceCents: AskedPositiveCents,
  completedAt: Timestamp,
});

export const AcceptedOffer = Model('AcceptedOffer', { property: PropertyView });

export const CompletedResale = Model('CompletedResale', {
  property: PropertyView,
  sale: Type.Object({
    id: Uuid,
    saleType: SaleType,
    salePriceCents: Cents,
    holderCount: Type.Integer({ description: 'number of investors who get a share' }),
    completedAt: Timestamp,
  }),
});
export type CompletedResale = Static<typeof CompletedResale>;
