// Routes of the purses of a project (extensions).

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { paymentErrors } from './errors.ts';
import { listProjectPostings } from './list-project-postings.ts';
import { PostingsQuery, ProjectPostings, ProjectPurses, PurseParams } from './purse-schemas.ts';
import { readPurses } from './read-purses.ts';

/** Registers the group. */
export function projectPurseRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db'>): void {
  const common = { method: 'GET', guard: 'administrator', tag: 'extension', params: PurseParams, errors: paymentErrors } as const;
  route(app, {
    ...common,
    url: '/administration/property/:propertyId/purses',
    operationId: 'readPurses',
    summary: 'The purses of a project with what came in and went out, and where its money went.',
    answer: ProjectPurses,
    handle: ({ params }) => readPurses(deps, params.propertyId),
  });
  route(app, {
    ...common,
    url: '/administration/property/:propertyId/postings',
    operationId: 'listProjectPostings',
    summary: 'Postings of the purses of a project, newest first.',
    query: PostingsQuery,
    answer: ProjectPostings,
    handle: ({ params, query }) => listProjectPostings(deps, { propertyId: params.propertyId, query }),
  });
}
