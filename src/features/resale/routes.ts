// HTTP of resale and of the marketplace switch.

import type { FastifyInstance } from 'fastify';
import { route } from '../../core/http/route.ts';
import type { AppDeps } from '../../deps.ts';
import { PropertyView } from '../properties/index.ts';
import { allowMarketplace } from './allow-marketplace.ts';
import { marketplaceAllowedErrors } from './errors.ts';
import { MarketplaceSwitch, ProjectParams } from './schemas.ts';

/** Registers the group. */
export function resaleRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock'>): void {
  route(app, {
    method: 'PATCH',
    url: '/administration/property/:projectId/marketplace-allowed',
    guard: 'administrator',
    tag: 'administration',
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
