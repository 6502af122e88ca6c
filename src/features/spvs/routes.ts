// HTTP of the SPVs.

import type { FastifyInstance } from 'fastify';
import { route } from '../../core/http/route.ts';
import type { AppDeps } from '../../deps.ts';
import { createSpv } from './create-spv.ts';
import { createSpvErrors } from './errors.ts';
import { NewSpv, Spv } from './schemas.ts';

/** Registers the group. */
export function spvRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock' | 'config'>): void {
  route(app, {
    method: 'POST',
    url: '/administration/spv',
    guard: 'administrator',
    tag: 'extension',
    summary: 'Creates an SPV.',
    body: NewSpv,
    answer: Spv,
    errors: createSpvErrors,
    audit: 'SPV_CREATION',
    handle: ({ body, audit }) => createSpv(deps, { spv: body, audit }),
  });
}
