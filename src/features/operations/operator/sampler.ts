// The workers as metrics: how many live.

import { defineSampler } from '../../../core/sampling.ts';
import type { AppDeps } from '../../../deps.ts';
import { listWorkers } from './queries.ts';
import { livingOf } from './rules.ts';

export const workerSampler = defineSampler({
  name: 'workers',
  gauges: { mortar_workers: { help: 'Worker processes that live, by their heartbeats in the database.' } },
  read: async ({ db }: Pick<AppDeps, 'db'>) => ({ mortar_workers: [{ value: livingOf(await listWorkers(db)).length }] }),
});
