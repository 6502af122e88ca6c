// Prometheus metrics of one process for /metrics: requests, refusals, calls to external services, and Node's own.

import { Counter, collectDefaultMetrics, Histogram, Registry } from '@prometheus-io/client';
import type { ReadSource } from './db/replica.ts';
import type { Answered } from './http/server.ts';

/** Observers for the rest of the service, and the text of /metrics. */
export type Metrics = {
  observeRequest(answered: Answered): void;
  observeProviderCall(call: { operation: string; outcome: string; durationMs: number }): void;
  observeReplicaRead(source: ReadSource): void;
  render(): Promise<{ contentType: string; body: string }>;
};

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** New registry; one per process, several in tests. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'mortar_http_request_seconds',
    help: 'Answered requests by route, method and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  const refusals = new Counter({
    name: 'mortar_http_refusals_total',
    help: 'Refused requests by code.',
    labelNames: ['code'],
    registers: [registry],
  });
  const providerCalls = new Histogram({
    name: 'mortar_provider_call_seconds',
    help: 'Calls to external services by operation and outcome.',
    labelNames: ['operation', 'outcome'],
    buckets: SECONDS,
    registers: [registry],
  });
  const replicaReads = new Counter({
    name: 'mortar_replica_reads_total',
    help: 'Reads of routes that may lag, by where they were answered: the replica, or the primary for the reason that is named.',
    labelNames: ['source'],
    registers: [registry],
  });
  return {
    observeRequest: ({ method, url, status, code, durationMs }) => {
      requests.observe({ method, route: url, status: String(status) }, durationMs / 1000);
      if (code !== undefined) refusals.inc({ code });
    },
    observeProviderCall: ({ operation, outcome, durationMs }) => providerCalls.observe({ operation, outcome }, durationMs / 1000),
    observeReplicaRead: (source) => replicaReads.inc({ source }),
    render: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}
