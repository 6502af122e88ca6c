// Notifications of the provider as metrics: those that nothing came of as yet.

import { defineSampler } from '../../../core/telemetry/sampled-gauges.ts';
import type { AppDeps } from '../../../deps.ts';
import { countOpenEvents } from './queries.ts';

export const providerEventSampler = defineSampler({
  name: 'provider-events',
  gauges: {
    mortar_provider_events_open: {
      help: 'Notifications of the provider without effect, by state: unhandled (just arrived) or failed (replayed for three days).',
      labels: ['state'],
    },
  },
  read: async ({ db }: Pick<AppDeps, 'db'>) => {
    const { unhandled, failed } = await countOpenEvents(db);
    return {
      mortar_provider_events_open: [
        { labels: { state: 'unhandled' }, value: unhandled },
        { labels: { state: 'failed' }, value: failed },
      ],
    };
  },
});
