// HTTP of resale and of the marketplace switch.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { PropertyView } from '../properties/index.ts';
import { allowMarketplace } from './allow-marketplace.ts';
import { acceptOfferErrors, completeResaleErrors, marketplaceAllowedErrors, startResaleErrors } from './errors.ts';
import { acceptOffer, completeResale, startResale } from './resale.ts';
import {
  AcceptedOffer,
  CompletedResale,
  MarketplaceSwitch,
  OfferAccepted,
  ProjectParams,
  ResaleCompletion,
  ResaleParams,
  ResaleStart,
} from './schemas.ts';

/** Registers the group. */
export function resaleRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>): void {
  const common = { guard: 'administrator', tag: 'administration' } as const;
  route(app, {
    ...common,
    method: 'POST',
    url: '/administration/property/:propertyId/resale/start',
    operationId: 'startResale',
    permission: 'projects.write',
    idempotency: 'none',
    summary: 'Puts a royalty property up for sale.',
    params: ResaleParams,
    body: ResaleStart,
    answer: PropertyView,
    errors: startResaleErrors,
    audit: 'PROPERTY_RESALE_START',
    handle: ({ params: { propertyId }, body, audit }) =>
      startResale(deps, {
        propertyId,
        bodyPropertyId: body.propertyId,
        saleStartedAt: Temporal.Instant.from(body.saleStartedAt),
        audit,
      }),
  });
  route(app, {
    ...common,
    method: 'POST',
    url: '/administration/property/:propertyId/resale/offer-accepted',
    operationId: 'acceptOffer',
    permission: 'projects.write',
    idempotency: 'none',
    summary: 'Accepts an offer for a royalty property or a part of it; pending deals are canceled.',
    params: ResaleParams,
    body: OfferAccepted,
    answer: AcceptedOffer,
    errors: acceptOfferErrors,
    audit: 'PROPERTY_RESALE_OFFER_ACCEPTED',
    handle: ({ params: { propertyId }, body, audit }) =>
      acceptOffer(deps, {
        propertyId,
        bodyPropertyId: body.propertyId,
        offerAcceptedAt: Temporal.Instant.from(body.offerAcceptedAt),
        saleType: body.saleType,
        audit,
      }),
  });
  route(app, {
    method: 'POST',
    url: '/administration/property/:propertyId/resale/complete',
    operationId: 'completeResale',
    idempotency: 'key',
    guard: 'administrator',
    permission: 'money.write',
    tag: 'extension',
    summary: 'Distributes the price of a sold royalty property to the holders of its bricks.',
    params: ResaleParams,
    body: ResaleCompletion,
    answer: CompletedResale,
    errors: completeResaleErrors,
    audit: 'PROPERTY_RESALE_COMPLETION',
    moves: deps,
    handle: ({ params: { propertyId }, body, audit, idempotency }, deps) =>
      completeResale(deps, {
        propertyId,
        bodyPropertyId: body.propertyId,
        salePriceCents: body.salePriceCents,
        completedAt: Temporal.Instant.from(body.completedAt),
        audit,
        idempotency,
      }),
  });
  route(app, {
    ...common,
    method: 'PATCH',
    url: '/administration/property/:projectId/marketplace-allowed',
    operationId: 'allowMarketplace',
    permission: 'projects.write',
    summary: 'Opens or closes the secondary market of a royalty property.',
    params: ProjectParams,
    body: MarketplaceSwitch,
    answer: PropertyView,
    errors: marketplaceAllowedErrors,
    audit: 'PROJECT_MARKETPLACE_ALLOWED',
    handle: ({ params, body, audit }) =>
      allowMarketplace(deps, { projectId: params.projectId, bodyProjectId: body.projectId, isAllowed: body.isAllowed, audit }),
  });
}
