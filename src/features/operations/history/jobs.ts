// Jobs of the sealed history: sealing each night, keeping the head elsewhere, and comparing everything with what was sealed.

import { defineJob } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { stampHistory, storeHistory } from './keep.ts';
import { sealHistory } from './seal.ts';
import { verifyHistory } from './verify.ts';

/** Copies a sealed day to the storage. */
export const storeHistoryJob = defineJob<Pick<AppDeps, 'db' | 'storage' | 'chat'>, { day: string }>({
  name: 'store-history',
  work: async (deps, { day }) => storeHistory(deps, day),
});

/** Has the head of a day stamped; the stamp of a later day stands for it, too. */
export const stampHistoryJob = defineJob<Pick<AppDeps, 'db' | 'timestamps'>, { day: string }>({
  name: 'stamp-history',
  work: async (deps, { day }) => stampHistory(deps, day),
});

/** Seals the days that are over for some hours. A run that failed is made up for by the next one. */
export const sealHistoryJob = defineJob<Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>, object>({
  name: 'seal-history',
  cron: '30 4 * * *',
  onDemand: true,
  concurrency: 1,
  work: async (deps) => sealHistory(deps, { store: storeHistoryJob, stamp: stampHistoryJob }),
});

/** Compares everything with what was sealed; `all`: each day with its copy in the storage, too. The team is told of the first difference. */
export const verifyHistoryJob = defineJob<
  Pick<AppDeps, 'config' | 'log' | 'storage' | 'chat'>,
  { dryRun?: boolean; all?: boolean }
>({
  name: 'verify-history',
  cron: '15 5 * * *',
  onDemand: true,
  concurrency: 1,
  work: async (deps, { dryRun = false, all = false }) => {
    const verified = await verifyHistory(deps, { all });
    const { first } = verified;
    if (first !== null && !dryRun)
      await deps.chat.post(
        'internal-alerts',
        `L’historique scellé ne correspond plus : ${first.table} ${first.id} du ${first.day} (${WORDS[first.difference]}). Voir docs/guides/sealed-history.md.`,
      );
    return verified;
  },
});

const WORDS = { changed: 'modifié', removed: 'supprimé', added: 'ajouté' } as const;
