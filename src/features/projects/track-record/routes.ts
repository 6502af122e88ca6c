// HTTP of the track record, which is public.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { PROPERTY_NOT_FOUND } from '../project-life/index.ts';
import { ProjectParams, ProjectQuery, ProjectRecord, TrackRecord } from './schemas.ts';
import { readProjectRecord, readTrackRecord } from './track-record.ts';

/** Registers the group. */
export function trackRecordRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock' | 'cache' | 'config'>): void {
  route(app, {
    method: 'GET',
    url: '/properties/track-record',
    operationId: 'readTrackRecord',
    guard: 'public',
    tag: 'extension',
    summary: 'What became of all fundings: collected, paid back, running, late, in default, lost.',
    answer: TrackRecord,
    handle: () => readTrackRecord(deps),
  });
  route(app, {
    method: 'GET',
    url: '/properties/:propertyId/track-record',
    operationId: 'readProjectRecord',
    guard: 'public',
    tag: 'extension',
    summary: 'What became of a project: its schedule, what lacks, the prices of a brick, and the other projects of its owner.',
    params: ProjectParams,
    query: ProjectQuery,
    answer: ProjectRecord,
    // Also of a draft or before the day from which it is shown, except with a valid token.
    errors: { [PROPERTY_NOT_FOUND]: 404 },
    handle: ({ params: { propertyId }, query: { draftToken } }) => readProjectRecord(deps, { propertyId, draftToken }),
  });
}
