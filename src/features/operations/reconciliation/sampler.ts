// The last reconciliation as metrics, and the differences that are open.

import { defineSampler } from '../../../core/telemetry/sampled-gauges.ts';
import type { AppDeps } from '../../../deps.ts';
import { countOpenDifferences, readLastRun } from './queries.ts';

export const reconciliationSampler = defineSampler({
  name: 'reconciliation',
  gauges: {
    mortar_reconciliation_last_run_timestamp_seconds: { help: 'When the last reconciliation ended.' },
    mortar_reconciliation_complete: { help: 'Whether the last reconciliation could read everything, 1 or 0.' },
    mortar_reconciliation_wallets: { help: 'Wallets that the last reconciliation compared.' },
    mortar_reconciliation_unread_accounts: { help: 'Accounts that the last reconciliation could not read alone.' },
    mortar_reconciliation_duration_seconds: { help: 'How long the last reconciliation took.' },
    mortar_reconciliation_open_differences: {
      help: 'Differences with the provider that are open, by kind: missing or surplus money there.',
      labels: ['kind'],
    },
  },
  read: async ({ db }: Pick<AppDeps, 'db'>) => {
    const [run, differences] = await Promise.all([readLastRun(db), countOpenDifferences(db)]);
    const of = (value: number | undefined) => (value === undefined ? [] : [{ value }]);
    return {
      mortar_reconciliation_last_run_timestamp_seconds: of(run && run.at.epochMilliseconds / 1000),
      mortar_reconciliation_complete: of(run && Number(run.isComplete)),
      mortar_reconciliation_wallets: of(run?.wallets),
      mortar_reconciliation_unread_accounts: of(run?.unreadAccounts),
      mortar_reconciliation_duration_seconds: of(run && run.durationMs / 1000),
      mortar_reconciliation_open_differences: differences.map(({ kind, count }) => ({ labels: { kind }, value: count })),
    };
  },
});
