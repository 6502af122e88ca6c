// HTTP of the health of the platform (extension).

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { readHealth, readProviderHealth } from './health.ts';
import { PlatformHealth, ProviderHealth } from './schemas.ts';

/** Registers the group. */
export function healthRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock' | 'process'>): void {
  route(app, {
    method: 'GET',
    url: '/administration/health',
    operationId: 'readHealth',
    guard: 'administrator',
    permission: 'operations.read',
    tag: 'extension',
    summary: 'How provider, database, workers, queues and mails stand, the last run of each scheduled job, and the version.',
    answer: PlatformHealth,
    handle: () => readHealth(deps),
  });
  route(app, {
    method: 'GET',
    url: '/administration/health/provider',
    operationId: 'readProviderHealth',
    guard: 'administrator',
    permission: 'console.use',
    tag: 'extension',
    summary: 'Whether the payment provider answers, as all processes have seen it.',
    answer: ProviderHealth,
    handle: () => readProviderHealth(deps),
  });
}
