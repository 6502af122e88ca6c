// Builds all parts of the service from the settings and starts them; used by command-line.ts and the tests.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Config, subjects } from './config/settings.ts';
import { createCache } from './core/cache.ts';
import { createMovableClock, type MovableClock, systemClock } from './core/clock.ts';
import { heavyLimits } from './core/concurrency/admission.ts';
import { createKeyedSemaphore } from './core/concurrency/keyed-semaphore.ts';
import { assertPooler, type DatabaseAccess, databaseAccess } from './core/db/access.ts';
import { BACKGROUND_WAITS, countsOf, createDatabase, createPool, requestWaits } from './core/db/pool.ts';
import { followReplica, type Replica } from './core/db/replica.ts';
import { assertServiceRole } from './core/db/service-role.ts';
import type { Answered } from './core/http/server.ts';
import { newId } from './core/ids.ts';
import { createBoss, createJobs, startJobs, stopJobs, stopTaking } from './core/jobs/jobs.ts';
import { runOnce, runPeriodically } from './core/periodic-tasks.ts';
import { createStop, passed, type Stop, shutdownGraceMs } from './core/stop.ts';
import type { Logger } from './core/telemetry/log.ts';
import { createMetrics, type Metrics, type Sampler } from './core/telemetry/metrics.ts';
import { startTracing } from './core/telemetry/start-tracing.ts';
import { followTestClock } from './core/test-clock.ts';
import type { AppDeps } from './deps.ts';
import { bindDeps, dryRunDeps } from './dry-run.ts';
import { recordMails } from './features/operations/audit/index.ts';
import { jobQueueSampler } from './features/operations/background-jobs/index.ts';
import { ledgerProofSampler } from './features/operations/ledger-proof/index.ts';
import { createCallWatch, forgetWorker, workerSampler } from './features/operations/operator/index.ts';
import { providerEventSampler } from './features/operations/provider-webhooks/index.ts';
import { reconciliationSampler } from './features/operations/reconciliation/index.ts';
import { openPaymentSampler } from './money/payments/index.ts';
import { createPaymentMover } from './payment-mover.ts';
import { createAutomation } from './providers/automation/index.ts';
import { createChat } from './providers/chat/index.ts';
import { createDefaultsPlatform } from './providers/defaults/index.ts';
import { createMailer } from './providers/email/index.ts';
import { createIdentityProvider } from './providers/identity/index.ts';
import { createPaymentProvider } from './providers/payments/index.ts';
import { createRegistry } from './providers/registry/index.ts';
import { createStorage } from './providers/storage/index.ts';
import { createTimestampAuthority } from './providers/timestamps/index.ts';
import { apiTasks, jobs, tasks, type UnboundDeps } from './worker.ts';

/** All samplers; docs/guides/observability.md says what each figure means. */
const samplers: readonly Sampler<AppDeps>[] = [
  jobQueueSampler,
  workerSampler,
  openPaymentSampler,
  providerEventSampler,
  ledgerProofSampler,
  reconciliationSampler,
];

// Border: our own package.json.
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };

/** What to run: API, worker, both, or neither (for a single job). */
export type ServiceOptions = {
  config: Config;
  log: Logger;
  api: boolean;
  worker: boolean;
  onAnswered?: (answered: Answered) => void;
};

/** A running service. `close` shuts it down in order; false when some work did not end within the limit. */
export type Service = { deps: AppDeps; app: FastifyInstance | undefined; url: string | undefined; close(): Promise<boolean> };

/** Connects, starts the requested parts, and resolves when they are ready. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, log } = options;
  const access = databaseAccess(config);
  const stop = createStop({ limitMs: config.SHUTDOWN_LIMIT_MS, log });
  const close = stop.run;
  const processId = newId();
  try {
    const tracing = await startTracing(config, { version, instanceId: processId, log });
    stop.add('storing', async () => tracing?.close());
    if (config.NODE_ENV === 'production') await assertServiceRoles(access);
    const metrics = createMetrics();
    const pools = createPools({ config, log, access, stop, metrics });
    if (access.isPooled) await assertPooler(createDatabase(pools.requests, { prepares: false }));
    const boss = await createBoss({
      url: access.sessionUrl,
      log,
      runsJobs: options.worker,
      onPool: (counts) => metrics.watchPool('jobs', counts),
    });
    // The queue is closed before the connections that its jobs use.
    let taken: Promise<unknown> = Promise.resolve();
    stop.add('announced', async () => {
      taken = stopTaking(boss, jobs);
    });
    stop.add('working', async (soon) => {
      await Promise.race([taken, passed(soon)]);
      await stopJobs(boss);
    });
    const movable = config.NODE_ENV === 'production' ? undefined : createMovableClock();
    const depsOn = createDeps({ config, log, boss, movable, stop, processId, metrics });
    const [deps, background] = [depsOn(pools.requests), depsOn(pools.background)];
    if (movable) {
      const follower = await followTestClock({ url: access.sessionUrl, db: deps.db, clock: movable, log });
      stop.add('asking', () => follower.close());
    }
    if (options.worker) await startWorking({ boss, background, log, stop });
    else if (options.api) stop.add('asking', runPeriodically(background, apiTasks, log).stop);
    if (!options.api) {
      const port = options.worker ? config.WORKER_PORT : undefined;
      if (port === undefined) return { deps: background, app: undefined, url: undefined, close };
      const { buildWorkerApp, listen } = await import('./app.ts');
      // It answers until its jobs have ended.
      const url = await listen(await buildWorkerApp(background, { version }), { host: config.HOST, port, stop, until: 'asking' });
      return { deps: background, app: undefined, url, close };
    }
    metrics.sample(deps, samplers);
    // Not for a process without one, which is 5 MB smaller without the server and the list of all routes.
    const { buildApp, listen } = await import('./app.ts');
    const app = await buildApp(deps, {
      version,
      movable,
      jobs,
      background,
      dryRunDeps: (db, onDebit) => dryRunDeps(deps, db, onDebit),
      replica: await readReplica(deps, stop),
      tracing,
      ...(options.onAnswered ? { onAnswered: options.onAnswered } : {}),
    });
    stop.add('announced', () => passed(AbortSignal.timeout(shutdownGraceMs(config))));
    const url = await listen(app, { host: config.HOST, port: config.PORT, stop, until: 'serving' });
    return { deps, app, url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function assertServiceRoles({ url, sessionUrl, isPooled }: DatabaseAccess): Promise<void> {
  await assertServiceRole(url, 'DATABASE_URL');
  if (isPooled) await assertServiceRole(sessionUrl, 'DATABASE_SESSION_URL');
}

/** Two pools, so that requests and jobs do not compete for connections; requests have shorter timeouts. */
type PoolParts = { config: Config; log: Logger; access: DatabaseAccess; stop: Stop; metrics: Metrics };
function createPools({ config, log, access, stop, metrics }: PoolParts) {
  const common = { url: access.url, isPooled: access.isPooled, size: config.DATABASE_POOL_SIZE, log };
  const requests = createPool({ ...common, name: 'mortar', waits: requestWaits(config) });
  const background = createPool({ ...common, name: 'mortar background', waits: BACKGROUND_WAITS });
  metrics.watchPool('requests', () => countsOf(requests));
  metrics.watchPool('background', () => countsOf(background));
  if (requests.pipelinedReads) metrics.watchPool('quick_reads', requests.pipelinedReads.counts);
  if (background.pipelinedReads) metrics.watchPool('background_quick_reads', background.pipelinedReads.counts);
  for (const pool of [requests, background]) stop.add('storing', () => pool.end());
  return { requests, background };
}

/** The replica of the setting, if any; closed before the primary that stands in for it. */
async function readReplica({ config, db, log, metrics }: AppDeps, stop: Stop): Promise<Replica | undefined> {
  if (config.DATABASE_REPLICA_URL === undefined) return undefined;
  const replica = await followReplica({
    url: config.DATABASE_REPLICA_URL,
    size: config.DATABASE_POOL_SIZE,
    waits: requestWaits(config),
    prepares: true,
    maxLagMs: config.DATABASE_REPLICA_LAG_LIMIT_MS,
    primary: db,
    log,
    onRead: metrics.observeReplicaRead,
  });
  metrics.watchPool('replica', replica.counts);
  stop.add('asking', () => replica.close());
  return replica;
}

type Working = { boss: Awaited<ReturnType<typeof createBoss>>; background: AppDeps; log: Logger; stop: Stop };

async function startWorking({ boss, background, log, stop }: Working): Promise<void> {
  await runOnce(background, tasks, log);
  const running = runPeriodically(background, tasks, log);
  stop.add('asking', async () => {
    await running.stop();
    await forgetWorker(background);
  });
  await startJobs(boss, background, jobs, log);
}

type Parts = {
  config: Config;
  log: Logger;
  boss: Awaited<ReturnType<typeof createBoss>>;
  movable: MovableClock | undefined;
  stop: Stop;
  processId: string;
  metrics: Metrics;
};

/** Builds all parts once; the result combines them with either pool. */
function createDeps({
  config,
  log,
  boss,
  movable,
  stop,
  processId,
  metrics,
}: Parts): (pool: ReturnType<typeof createPool>) => AppDeps {
  const callWatch = createCallWatch();
  const onCall = (call: Parameters<Metrics['observeProviderCall']>[0]) => {
    metrics.observeProviderCall(call);
    callWatch.observe(call);
  };
  const payments = createPaymentProvider({
    baseUrl: config.PROVIDER_BASE_URL,
    tokenUrl: config.PROVIDER_TOKEN_URL,
    apiKey: config.PROVIDER_API_KEY,
    onboardingBaseUrl: config.PROVIDER_ONBOARDING_BASE_URL,
    platformAccountIds: [config.PLATFORM_MAIN_ACCOUNT_ID, config.PLATFORM_ORIGINATION_ACCOUNT_ID, config.PLATFORM_TAX_ACCOUNT_ID],
    serverAddress: config.PROVIDER_SERVER_ADDRESS,
    timeoutMs: config.PROVIDER_TIMEOUT_MS,
    onCall,
    log,
  });
  const mailer = createMailer({
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    frontUrl: config.FRONT_URL,
    contact: config.MAIL_CONTACT,
    platform: { name: config.PLATFORM_NAME, accent: config.PLATFORM_ACCENT },
  });
  const propertyQueue = createKeyedSemaphore({ ...heavyLimits(config), atOnce: PURCHASES_AT_ONCE });
  metrics.watchLine('property_queue', propertyQueue.counts);
  const asked = createAskedServices({ config, log, onCall });
  const services = [payments, asked.registry, asked.defaults, ...(asked.identityProvider ? [asked.identityProvider] : [])];
  for (const service of services) stop.add('asking', () => service.close());
  stop.add('asking', async () => mailer.close());
  const shared: Omit<UnboundDeps, 'db' | 'mailer'> = {
    process: { id: processId, version, stopping: stop.signal },
    config,
    settingSubjects: subjects,
    log,
    clock: movable ?? systemClock,
    jobs: createJobs(boss),
    propertyQueue,
    cache: createCache(),
    metrics,
    payments,
    callWatch,
    chat: createChat({ baseUrl: config.CHAT_BASE_URL }),
    automation: createAutomation({ url: config.AUTOMATION_URL }),
    ...asked,
    storage: createStorage(storageOptions(config)),
    timestamps: createTimestampAuthority({ url: config.TIMESTAMP_URL, timeoutMs: config.TIMESTAMP_TIMEOUT_MS }),
    mover: createPaymentMover(payments),
  };
  return (pool) => {
    const db = createDatabase(pool, { prepares: config.DATABASE_PREPARES });
    return bindDeps({ ...shared, db, mailer: recordMails({ ...shared, db }, mailer) });
  };
}

/** Purchases of one property at once: one is written, the next waits for its lock, and one more is checked. */
const PURCHASES_AT_ONCE = 3;

/** Clients of the external services that are only queried. */
function createAskedServices({
  config,
  log,
  onCall,
}: Pick<AppDeps, 'config' | 'log'> & { onCall: Metrics['observeProviderCall'] }) {
  const common = { log, onCall };
  return {
    registry: createRegistry({
      ...common,
      suggestionsBaseUrl: config.REGISTRY_SUGGESTIONS_BASE_URL,
      baseUrl: config.REGISTRY_BASE_URL,
      apiKey: config.REGISTRY_API_KEY,
      timeoutMs: config.REGISTRY_TIMEOUT_MS,
    }),
    defaults: createDefaultsPlatform({
      ...common,
      baseUrl: config.DEFAULTS_BASE_URL,
      apiKey: config.DEFAULTS_API_KEY,
      timeoutMs: config.DEFAULTS_TIMEOUT_MS,
    }),
    identityProvider: createIdentityProvider({
      issuer: config.OIDC_ISSUER,
      clientId: config.OIDC_CLIENT_ID,
      clientSecret: config.OIDC_CLIENT_SECRET,
      scopes: config.OIDC_SCOPES,
      rolesClaim: config.OIDC_ROLES_CLAIM,
      timeoutMs: config.OIDC_TIMEOUT_MS,
      log,
    }),
  };
}

/** The first may meet a connection that was closed meanwhile, the second a server that is being replaced. */
const BUCKET_ATTEMPTS = 3;

function storageOptions(config: Config): Parameters<typeof createStorage>[0] {
  if (config.STORAGE_DRIVER === 's3') {
    if (config.S3_BUCKET === undefined) throw new Error('S3_BUCKET is not set, which readConfig refuses');
    return {
      driver: 's3',
      bucket: config.S3_BUCKET,
      // S3-compatible services without regions accept Amazon's default region.
      region: config.S3_REGION ?? 'us-east-1',
      endpoint: config.S3_ENDPOINT,
      accessKeyId: config.S3_ACCESS_KEY_ID,
      secretAccessKey: config.S3_SECRET_ACCESS_KEY,
      publicUrl: config.S3_PUBLIC_URL,
      useAcl: config.S3_USE_ACL,
      timeoutMs: config.S3_TIMEOUT_MS,
      attempts: BUCKET_ATTEMPTS,
    };
  }
  return {
    driver: 'fs',
    root: join(config.DATA_DIR, 'files'),
    publicUrl: `${config.PUBLIC_URL}/files`,
    signingKey: config.SESSION_SECRET,
  };
}
