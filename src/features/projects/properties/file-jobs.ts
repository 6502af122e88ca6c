// A file that no row names any more leaves the storage, after the commit that let it go.

import { defineJob } from '../../../core/jobs.ts';
import type { AppDeps } from '../../../deps.ts';

/** Tried again until the storage has done it: what was taken away must not stay readable by its address. */
export const removeFileJob = defineJob<Pick<AppDeps, 'storage'>, { storageKey: string }>({
  name: 'remove-file',
  work: async ({ storage }, { storageKey }) => {
    await storage.delete(storageKey);
    return { storageKey };
  },
});
