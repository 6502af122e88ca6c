// Route of Today (extension).

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { readToday } from './read-today.ts';
import { Today } from './schemas.ts';

/** Registers the group. */
export function todayRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'clock' | 'config' | 'db'>): void {
  route(app, {
    method: 'GET',
    url: '/administration/today',
    operationId: 'readToday',
    guard: 'administrator',
    permission: 'console.use',
    tag: 'extension',
    summary:
      'What waits for an administrator of these permissions, by kind with the oldest first, and the figures of the platform.',
    answer: Today,
    handle: ({ caller }) => readToday(deps, caller),
  });
}
