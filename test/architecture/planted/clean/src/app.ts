import type { FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';
import { marketplaceRoutes } from './features/investing/marketplace/index.ts';
export function routes(app: FastifyInstance, deps: Deps): void {
  marketplaceRoutes(app, deps);
}
