// The background job of the properties.

import type { PropertyId } from '../../../core/db/tables.ts';
import { defineJob } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { createBricks } from './create-bricks.ts';

/** Creates the bricks of a large property after its publication; nobody can buy before all are there. */
export const createBricksJob = defineJob<Pick<AppDeps, 'db'>, { propertyId: PropertyId }>({
  name: 'create-bricks',
  work: createBricks,
});
