// `npm run failover`: two PostgreSQL servers with synchronous replication, PgBouncer, two APIs and two workers under load. The primary is
// killed and the standby promoted; then the processes are restarted one after the other behind a proxy. Nothing acknowledged may be lost.

import { setTimeout as pause } from 'node:timers/promises';
import { findPgbouncer, followsNames, type Pgbouncer, startPgbouncer } from '../scripts/pgbouncer.ts';
import { type Standby, startStandby } from '../scripts/postgres-standby.ts';
import { waitUntil } from '../scripts/wait-until.ts';
import { runMain, type ServiceProcess, startProcess } from '../test/support/processes.ts';
import { startWorld, type World } from '../test/support/world.ts';
import { compare, type Load, longestSilenceMs, type People, preparePeople, startLoad, type Tally } from './orders.ts';
import { type ReverseProxy, startProxy } from './proxy.ts';
import { conclude, DURABLE, killServer, makeFolders, openPool, say, settled, startPrimary, undo } from './stage.ts';

const BEFORE_MS = 8_000;
const AFTER_MS = 8_000;
/** Until an operator, or a tool such as Patroni, has noticed. */
const NOTICED_AFTER_MS = 1_000;
const RESTARTED_UNDER_LOAD_MS = 3_000;
const CONNECTIONS = 20;

type Topology = {
  world: World;
  people: People;
  primaryDir: string;
  standby: Standby;
  database: string;
  pooler: Pgbouncer;
  proxy: ReverseProxy;
  settings: Record<string, string>;
  apis: ServiceProcess[];
  workers: ServiceProcess[];
};

async function build(): Promise<Topology> {
  const program = findPgbouncer();
  if (program === undefined) throw new Error('PgBouncer is not installed. On Debian: apt-get install pgbouncer');
  const { folder, postgres: primaryDir, standby: standbyDir } = makeFolders('failover', ['postgres', 'standby']);
  say('starting the primary');
  const primary = await startPrimary(primaryDir, DURABLE);
  const world = await startWorld({ settings: { WITHDRAWAL_TFA_TTL_SECONDS: '86400', SHUTDOWN_GRACE_MS: '1000' } });
  const people = await preparePeople(world, say);
  say('starting the standby; from now on every commit waits for it');
  const standby = await startStandby({
    primary: { url: primary.url, dataDir: primaryDir },
    dataDir: standbyDir,
    settings: DURABLE,
  });
  undo.push(() => standby.stop('immediate'));
  const database = new URL(world.environment.DATABASE_URL ?? '').pathname;
  const pooler = await startPgbouncer(program, {
    folder,
    databaseUrl: world.environment.DATABASE_URL ?? '',
    connections: CONNECTIONS,
  });
  undo.push(() => pooler.stop());
  const settings = {
    DATABASE_URL: pooler.url,
    DATABASE_SESSION_URL: pooler.sessionUrl,
    DATABASE_PREPARES: String(followsNames(program)),
  };
  say('starting two APIs and two workers behind PgBouncer, and a proxy');
  const start = (command: 'api' | 'worker') => startProcess(world, command, settings);
  const [apis, workers] = [
    [await start('api'), await start('api')],
    [await start('worker'), await start('worker')],
  ];
  const proxy = await startProxy();
  undo.push(() => proxy.close());
  undo.push(() => Promise.all([...apis, ...workers].map((each) => each.kill())));
  proxy.serve(apis.map(({ url }) => url));
  await waitUntil(() => (proxy.readyCount() === 2 ? true : undefined), { what: 'both APIs ready', timeoutMs: 30_000 });
  return { world, people, primaryDir, standby, database, pooler, proxy, settings, apis, workers };
}

/** Kills the primary under load and moves to the standby. */
async function failOver(topology: Topology): Promise<Tally> {
  const { people, proxy, primaryDir, standby, database, pooler } = topology;
  const load = startLoad(people, proxy.url, { patience: true });
  await pause(BEFORE_MS);
  say(`killing the primary after ${load.tally.acknowledged.length} acknowledged requests`);
  killServer(primaryDir);
  await pause(NOTICED_AFTER_MS);
  await standby.promote();
  await pooler.pointTo(new URL(database, standby.url).href);
  say('the standby is promoted, the pooler leads to it');
  await pause(AFTER_MS);
  await load.stop();
  return load.tally;
}

/** Restarts each process in turn under load that has no patience. */
async function restartInTurn(topology: Topology): Promise<Tally> {
  const { world, people, proxy, settings, apis, workers } = topology;
  const load: Load = startLoad(people, proxy.url, { patience: false });
  for (const [kind, processes] of [
    ['api', apis],
    ['worker', workers],
  ] as const)
    for (let index = 0; index < processes.length; index += 1) {
      await pause(RESTARTED_UNDER_LOAD_MS);
      const fresh = await startProcess(world, kind, settings);
      const [old] = processes.splice(index, 1, fresh);
      proxy.serve([...apis, ...(kind === 'api' && old ? [old] : [])].map(({ url }) => url));
      await waitUntil(() => (kind === 'worker' || proxy.readyCount() >= 2 ? true : undefined), {
        what: 'the new instance ready',
        timeoutMs: 30_000,
      });
      const code = await old?.stop();
      if (code !== 0) throw new Error(`a ${kind} ended with code ${code}:\n${old?.lines.slice(-60).join('\n')}`);
      proxy.serve(apis.map(({ url }) => url));
    }
  await pause(RESTARTED_UNDER_LOAD_MS);
  await load.stop();
  return load.tally;
}

/** Waits until the workers have ended what was begun, then compares everything; answers what is wrong. */
async function check(topology: Topology, tallies: readonly Tally[]): Promise<string[]> {
  const { world, people, standby, database } = topology;
  const url = new URL(database, standby.url).href;
  const pool = openPool(url);
  say('waiting until the workers have ended everything');
  await settled(pool);
  const all: Tally = { acknowledged: tallies.flatMap(({ acknowledged }) => acknowledged), failures: [], repeats: 0 };
  const { lost, extra } = await compare(pool, people, all);
  const environment = { ...world.environment, DATABASE_URL: url };
  const proof = await runMain({ environment }, 'job', 'ledger-proof', '--dry-run');
  const books = await world.control<{ ok: boolean }>('GET', '/proof');
  const count = (kind: string) => all.acknowledged.filter(({ order }) => order.kind === kind).length;
  say(
    `acknowledged: ${count('purchase')} purchases, ${count('deal')} deals, ${count('withdrawal')} withdrawals, ${count('assignment')} assignments`,
  );
  say(
    `lost: ${lost.length}; written though nobody was told: ${extra}; ledger proof and provider: ${proof.code === 0 ? 'green' : 'RED'}`,
  );
  return [
    ...lost,
    ...(extra === 0 ? [] : [`${extra} purchases beside the acknowledged ones`]),
    ...(proof.code === 0 ? [] : [`the ledger proof is red:\n${proof.output}`]),
    ...(books.ok ? [] : [`the provider's books do not close: ${JSON.stringify(books)}`]),
  ];
}

async function drill(): Promise<string[]> {
  const topology = await build();
  undo.push(() => topology.world.close().catch(() => {}));
  const over = await failOver(topology);
  say(`without writes: ${(longestSilenceMs(over) / 1_000).toFixed(1)} s; ${over.repeats} tries were repeated with their key`);
  const restart = await restartInTurn(topology);
  say(`restarted one by one under load: ${restart.acknowledged.length} requests, ${restart.failures.length} failed`);
  const faults = await check(topology, [over, restart]);
  return [
    ...over.failures.map((text) => `while failing over: ${text}`),
    ...restart.failures.map((text) => `while restarting: ${text}`),
    ...faults,
  ];
}

await conclude(drill, 'The failover lost nothing.');
