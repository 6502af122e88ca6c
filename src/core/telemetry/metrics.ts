// Prometheus metrics of one process for /metrics: requests, refusals, calls, pools, semaphores, Node's own, and gauges that rooms read
// from the database.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { PermitCounts } from '../concurrency/semaphore.ts';
import type { PoolCounts } from '../db/pool.ts';
import type { ReadSource } from '../db/replica.ts';
import type { Answered } from '../http/server.ts';
import { passed } from '../stop.ts';

/** Observers for the rest of the service, and the text of /metrics. */
export type Metrics = {
  observeRequest(answered: Answered): void;
  observeProviderCall(call: { operation: string; outcome: string; durationMs: number }): void;
  observeReplicaRead(source: ReadSource): void;
  /** Shows a pool of connections from now on. */
  watchPool(pool: string, counts: () => PoolCounts): void;
  /** Shows a line for expensive work from now on. */
  watchLine(line: string, counts: () => PermitCounts): void;
  /** Shows what rooms read from the database. */
  sample<Deps>(deps: Deps, samplers: readonly Sampler<Deps>[]): void;
  render(): Promise<{ contentType: string; body: string }>;
};

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

let ofNode: Registry | undefined;

/** What Node says of the process. Its observers are never taken off: one for all services that a process of the tests starts. */
function nodeMetrics(): Registry {
  if (ofNode === undefined) {
    ofNode = new Registry();
    collectDefaultMetrics({ register: ofNode });
  }
  return ofNode;
}

/** New registry; one per process, several in tests. */
export function createMetrics(): Metrics {
  const ofProcess = nodeMetrics();
  const registry = new Registry();
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
    watchPool: watchPools(registry),
    watchLine: watchLines(registry),
    sample: (deps, samplers) => addSampledGauges(registry, deps, samplers),
    observeRequest: ({ method, url, status, code, durationMs }) => {
      requests.observe({ method, route: url, status: String(status) }, durationMs / 1000);
      if (code !== undefined) refusals.inc({ code });
    },
    observeProviderCall: ({ operation, outcome, durationMs }) => providerCalls.observe({ operation, outcome }, durationMs / 1000),
    observeReplicaRead: (source) => replicaReads.inc({ source }),
    render: async () => {
      const all = Registry.merge([ofProcess, registry]);
      return { contentType: all.contentType, body: await all.metrics() };
    },
  };
}

/** A gauge that is read when it is asked for. `values` calls `set` for each of its labels. */
function liveGauge(
  registry: Registry,
  options: { name: string; help: string; labelNames: string[] },
  values: (set: (labels: Record<string, string>, value: number) => void) => void,
): void {
  new Gauge({
    ...options,
    registers: [registry],
    collect() {
      values((labels, value) => this.set(labels, value));
    },
  });
}

function watchPools(registry: Registry): Metrics['watchPool'] {
  const pools = new Map<string, () => PoolCounts>();
  liveGauge(
    registry,
    {
      name: 'mortar_pool_connections',
      help: 'Connections to the database, by pool and whether a request or job holds them (busy) or not (idle).',
      labelNames: ['pool', 'state'],
    },
    (set) => {
      for (const [pool, counts] of pools) {
        const { total, idle } = counts();
        set({ pool, state: 'busy' }, total - idle);
        set({ pool, state: 'idle' }, idle);
      }
    },
  );
  liveGauge(
    registry,
    { name: 'mortar_pool_waiting', help: 'Who waits for a connection of the pool.', labelNames: ['pool'] },
    (set) => {
      for (const [pool, counts] of pools) set({ pool }, counts().waiting);
    },
  );
  liveGauge(registry, { name: 'mortar_pool_limit', help: 'Most connections of the pool.', labelNames: ['pool'] }, (set) => {
    for (const [pool, counts] of pools) set({ pool }, counts().limit);
  });
  return (pool, counts) => void pools.set(pool, counts);
}

function watchLines(registry: Registry): Metrics['watchLine'] {
  const lines = new Map<string, () => PermitCounts>();
  const show = (part: keyof PermitCounts) => (set: (labels: Record<string, string>, value: number) => void) => {
    for (const [line, counts] of lines) set({ line }, counts()[part]);
  };
  const labelNames = ['line'];
  liveGauge(registry, { name: 'mortar_line_running', help: 'Turns that are taken, by line.', labelNames }, show('running'));
  liveGauge(registry, { name: 'mortar_line_waiting', help: 'Who waits for a turn, by line.', labelNames }, show('waiting'));
  liveGauge(registry, { name: 'mortar_line_limit', help: 'Turns at once, by line.', labelNames }, show('limit'));
  return (line, counts) => void lines.set(line, counts);
}

/** A value of a gauge. */
export type Sample = { labels?: Readonly<Record<string, string>>; value: number };

/** What a gauge means, and its labels. */
type Described = { help: string; labels?: readonly string[] };

/** A room's own numbers: `read` gives the values of every gauge, in the units that their names end in, by statements bounded in cost. */
export type Sampler<Deps, Name extends string = string> = {
  readonly name: string;
  readonly gauges: Readonly<Record<Name, Described>>;
  readonly read: (deps: Deps) => Promise<Readonly<Record<Name, readonly Sample[]>>>;
};

/** Declares a sampler; an identity function for type inference. */
export function defineSampler<Deps, Name extends string>(sampler: Sampler<Deps, Name>): Sampler<Deps, Name> {
  return sampler;
}

/** However many ask, the database is read this often at most. */
const FRESH_MS = 10_000;
/** Longer than a sampler takes; the scrape goes on without one that is late. */
const WAIT_MS = 3_000;

/** Adds the gauges of samplers: what could not be read is absent, and `mortar_sample_ok` says so. */
function addSampledGauges<Deps>(registry: Registry, deps: Deps, samplers: readonly Sampler<Deps>[]): void {
  const sampled = samplers.map(({ name, gauges, read }) => ({ name, gauges, latest: latestOf(() => read(deps)) }));
  new Gauge({
    name: 'mortar_sample_ok',
    help: 'Whether the figures of this sampler could be read from the database, 1 or 0; without them its gauges are absent.',
    labelNames: ['sampler'],
    registers: [registry],
    async collect() {
      await Promise.all(sampled.map(async ({ name, latest }) => this.set({ sampler: name }, (await latest()) ? 1 : 0)));
    },
  });
  for (const { gauges, latest } of sampled)
    for (const [name, { help, labels = [] }] of Object.entries(gauges))
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers: [registry],
        async collect() {
          const samples = (await latest())?.[name] ?? [];
          this.reset();
          // After a reset a gauge without labels is 0.
          if (labels.length === 0) this.remove();
          for (const { labels = {}, value } of samples) this.set(labels, value);
        },
      });
}

/** What `read` gave last, at most FRESH_MS old; undefined when it fails or takes longer than WAIT_MS. Callers share one run of it. */
function latestOf<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  let value: T | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let running: Promise<T | undefined> | undefined;
  const run = async () => {
    // A database that cannot be read shows in the log of whatever needs it.
    value = await read().catch(() => undefined);
    readAt = performance.now();
    running = undefined;
    return value;
  };
  return async () => {
    if (performance.now() - readAt < FRESH_MS) return value;
    running ??= run();
    const first = await Promise.race([running, passed(AbortSignal.timeout(WAIT_MS))]);
    return first === 'passed' ? undefined : first;
  };
}
