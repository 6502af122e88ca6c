// Open payments as metrics: by state and age, the oldest of each state, and movements beyond those of our books.

import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../core/db/pool.ts';
import { defineSampler } from '../../core/sampling.ts';
import { countIncidents } from './incidents.ts';
import { countOpenPayments } from './payment.ts';

export const openPaymentSampler = defineSampler({
  name: 'payments',
  gauges: {
    mortar_open_payments: {
      help: 'Payments without an outcome, by state (unsent, pending at the provider, unanswered by it) and age.',
      labels: ['state', 'age'],
    },
    mortar_open_payment_oldest_seconds: { help: 'Age of the oldest payment without an outcome, by state.', labels: ['state'] },
    mortar_payment_incidents: { help: 'Payments that moved money twice, as nobody has resolved yet.' },
  },
  read: async ({ db, clock }: { db: Database; clock: Clock }) => {
    const [rows, incidents] = await Promise.all([countOpenPayments(db, clock.now()), countIncidents(db)]);
    return {
      mortar_open_payments: rows.map(({ state, age, count }) => ({ labels: { state, age }, value: count })),
      mortar_open_payment_oldest_seconds: [...new Set(rows.map(({ state }) => state))].map((state) => ({
        labels: { state },
        value: Math.max(...rows.filter((row) => row.state === state).map(({ oldestSeconds }) => oldestSeconds)),
      })),
      mortar_payment_incidents: [{ value: incidents }],
    };
  },
});
