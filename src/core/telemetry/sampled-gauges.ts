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

/** The samplers of a process. `refresh` never fails: what could not be read is absent, and `mortar_sample_ok` says so. */
export type Sampling = { add<Deps>(deps: Deps, samplers: readonly Sampler<Deps>[]): void; refresh(): Promise<void> };

/** Without samplers as yet. */
export function createSampling(registry: Registry): Sampling {
  const ok = new Gauge({
    name: 'mortar_sample_ok',
    help: 'Whether the figures of this sampler could be read from the database, 1 or 0; without them its gauges are absent.',
    labelNames: ['sampler'],
    registers: [registry],
  });
  const refreshers: (() => Promise<void>)[] = [];
  return {
    add: (deps, samplers) => {
      for (const sampler of samplers) refreshers.push(createRefresher(registry, ok, deps, sampler));
    },
    refresh: async () => {
      await Promise.all(refreshers.map((refreshOne) => refreshOne()));
    },
  };
}

function createRefresher<Deps>(registry: Registry, ok: Gauge<'sampler'>, deps: Deps, { name, gauges, read }: Sampler<Deps>) {
  const byName = new Map(
    Object.entries(gauges).map(([metric, { help, labels = [] }]) => [
      metric,
      new Gauge({ name: metric, help, labelNames: [...labels], registers: [registry] }),
    ]),
  );
  const show = (values: Readonly<Record<string, readonly Sample[]>>, isOk: boolean) => {
    for (const [metric, gauge] of byName) {
      // With labels nothing remains of it; without, a reset gauge would be 0.
      registry.removeSingleMetric(metric);
      gauge.reset();
      const samples = values[metric] ?? [];
      for (const { labels = {}, value } of samples) gauge.set(labels, value);
      if (samples.length > 0) registry.registerMetric(gauge);
    }
    ok.set({ sampler: name }, isOk ? 1 : 0);
  };
  show({}, false);
  let lookedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<unknown> | undefined;
  const look = async () => {
    try {
      show(await read(deps), true);
    } catch {
      // A database that cannot be read shows in the log of whatever needs it.
      show({}, false);
    }
    lookedAt = performance.now();
    running = undefined;
  };
  return async () => {
    if (performance.now() - lookedAt < FRESH_MS) return;
    running ??= look();
    if ((await Promise.race([running, passed(AbortSignal.timeout(WAIT_MS))])) === 'passed') show({}, false);
  };
}
