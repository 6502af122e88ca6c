import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { Deps } from '../../../deps.ts';
import { purchaseDealErrors } from './errors.ts';
import { purchaseDeal } from './purchase-deal.ts';
import { listDeals } from './queries.ts';
const DEAL_CHANGE = 'DEAL_CHANGE';
export function marketplaceRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, { method: 'GET', url: '/marketplace/deal', handle: () => listDeals(deps.db as never) });
  route(app, { method: 'POST', url: '/marketplace/deal', audit: 'DEAL_CREATION', handle: async () => undefined });
  route(app, { method: 'POST', url: '/marketplace/deal/:dealId/purchase', errors: purchaseDealErrors, handle: () => purchaseDeal(deps, '1') });
  route(app, { method: 'POST', url: '/marketplace/deal/:dealId', audit: DEAL_CHANGE, handle: async () => undefined });
  route(app, { method: 'POST', url: '/marketplace/deal/:dealId/name', audit: DEAL_CHANGE, handle: async () => undefined });
}
