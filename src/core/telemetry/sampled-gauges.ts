// Gauges that are read from the database when somebody asks for the metrics: seldom, by one statement each, and never waited for long.

import { Gauge, type Registry } from '@prometheus-io/client';
import { passed } from '../stop.ts';

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
export function addSampledGauges<Deps>(registry: Registry, deps: Deps, samplers: readonly Sampler<Deps>[]): void {
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
