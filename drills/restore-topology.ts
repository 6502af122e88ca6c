// What the parts of the restore drill hand to each other: the topology, its past, load on it, and jobs run from the command line.

import type pg from 'pg';
import type { Person } from '../test/support/actors.ts';
import { runMain, type ServiceProcess } from '../test/support/processes.ts';
import type { World } from '../test/support/world.ts';
import { type People, startLoad, type Tally } from './orders.ts';
import type { MovedByProvider } from './provider-movements.ts';

/** Everything that runs, and where it lies. `api` and `worker` are those of the moment. */
export type Topology = {
  world: World;
  admin: Person;
  people: People;
  pool: pg.Pool;
  dirs: Record<'postgres' | 'archive' | 'backup' | 'restored', string>;
  archive: string;
  files: string;
  copy: string;
  api: ServiceProcess;
  worker: ServiceProcess;
};

/** What was backed up, promised and done before everything is gone. */
export type Past = {
  before: Tally;
  after: Tally;
  point: string;
  hashes: ReadonlyMap<string, string>;
  moved: MovedByProvider;
  /** Wallets that differed before the point: money that nobody has booked yet, which is no fault. */
  surplus: readonly string[];
};

/** Load with these of what there is only once, while `meanwhile` happens. */
export async function underLoad(
  topology: Topology,
  limited: People['limited'],
  meanwhile: () => Promise<unknown>,
): Promise<Tally> {
  const load = startLoad({ ...topology.people, limited }, topology.api.url, { patience: true });
  await meanwhile();
  await load.stop();
  return load.tally;
}

/** Runs a job by `main.ts job` and reads its report. */
export async function job<Report>(world: World, ...args: readonly string[]): Promise<Report> {
  const { output } = await runMain(world, 'job', ...args);
  // Border: what main.ts prints of a job is its report.
  return JSON.parse(output) as Report;
}

/** How many blocks of the ledger are in a checkpoint. */
export async function countSeals(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::integer as count from ledger_checkpoint');
  return rows[0]?.count ?? 0;
}
