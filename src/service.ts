// Builds everything the service is made of, once, from its settings; main.ts and the tests start from here.

import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { createCache } from './core/cache.ts';
import { createMovableClock, type MovableClock, systemClock } from './core/clock.ts';
import type { Config } from './core/config.ts';
import { databaseUrl } from './core/db/database-url.ts';
import { createDatabase, createPool } from './core/db/pool.ts';
import type { Answered } from './core/http/server.ts';
import { createBoss, createJobs, startJobs } from './core/jobs.ts';
import type { Logger } from './core/log.ts';
import { createMetrics } from './core/metrics.ts';
import { followTestClock } from './core/test-clock.ts';
import type { AppDeps } from './deps.ts';
import { createPaymentMover } from './payment-mover.ts';
import { createAutomation } from './providers/automation/index.ts';
import { createChat } from './providers/chat/index.ts';
import { createDefaultsPlatform } from './providers/defaults/index.ts';
import { createMailer } from './providers/email/index.ts';
import { createPaymentProvider } from './providers/payments/index.ts';
import { createRegistry } from './providers/registry/index.ts';
import { createStorage } from './providers/storage/index.ts';
import { bindDebits, bindIncidents, bindSettlements, jobs, type UnboundDeps } from './worker.ts';

/** What to run: the HTTP side, the background side, or neither (a single job). */
export type ServiceOptions = {
  config: Config;
  log: Logger;
  api: boolean;
  worker: boolean;
  onAnswered?: (answered: Answered) => void;
};

/** A running service. */
export type Service = { deps: AppDeps; app: FastifyInstance | undefined; url: string | undefined; close(): Promise<void> };

/** Connects, starts what is asked for, and resolves when it answers. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, log } = options;
  const url = databaseUrl(config);
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of closing.reverse()) await step().catch((error: unknown) => log.error({ err: error }, 'stopping'));
  };
  try {
    const pool = createPool({ url, size: config.DATABASE_POOL_SIZE, name: 'mortar', log });
    closing.push(() => pool.end());
    const boss = await createBoss({ url, log, runsJobs: options.worker });
    closing.push(() => boss.stop({ graceful: true, timeout: 5_000 }));
    const movable = config.NODE_ENV === 'production' ? undefined : createMovableClock();
    const deps = createDeps({ config, log, pool, boss, movable, closing });
    if (movable) {
      const follower = await followTestClock({ url, db: deps.db, clock: movable, log });
      closing.push(() => follower.close());
    }
    if (options.worker) await startJobs(boss, deps, jobs, log);
    if (!options.api) return { deps, app: undefined, url: undefined, close };
    const app = await buildApp(deps, { movable, jobs, ...(options.onAnswered ? { onAnswered: options.onAnswered } : {}) });
    closing.push(() => app.close());
    const address = await app.listen({ host: config.HOST, port: config.PORT });
    return { deps, app, url: address, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Parts = {
  config: Config;
  log: Logger;
  pool: ReturnType<typeof createPool>;
  boss: Awaited<ReturnType<typeof createBoss>>;
  movable: MovableClock | undefined;
  closing: (() => Promise<unknown>)[];
};

function createDeps({ config, log, pool, boss, movable, closing }: Parts): AppDeps {
  const metrics = createMetrics();
  const payments = createPaymentProvider({
    baseUrl: config.PROVIDER_BASE_URL,
    tokenUrl: config.PROVIDER_TOKEN_URL,
    apiKey: config.PROVIDER_API_KEY,
    onboardingBaseUrl: config.PROVIDER_ONBOARDING_BASE_URL,
    serverAddress: config.PROVIDER_SERVER_ADDRESS,
    timeoutMs: config.PROVIDER_TIMEOUT_MS,
    onCall: metrics.observeProviderCall,
    log,
  });
  const mailer = createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM, frontUrl: config.FRONT_URL });
  const cache = createCache();
  const asked = createAskedServices({ config, log, metrics });
  closing.push(
    () => payments.close(),
    () => asked.registry.close(),
    () => asked.defaults.close(),
    async () => mailer.close(),
    () => cache.close(),
  );
  const deps: UnboundDeps = {
    config,
    log,
    clock: movable ?? systemClock,
    db: createDatabase(pool),
    jobs: createJobs(boss),
    cache,
    metrics,
    payments,
    mailer,
    chat: createChat({ baseUrl: config.CHAT_BASE_URL }),
    automation: createAutomation({ url: config.AUTOMATION_URL }),
    ...asked,
    storage: createStorage(storageOptions(config)),
    mover: createPaymentMover(payments),
  };
  return { ...deps, settlements: bindSettlements(deps), tellIncident: bindIncidents(deps), resizeDebit: bindDebits(deps) };
}

/** The services outside that are only asked, never told anything. */
function createAskedServices({ config, log, metrics }: Pick<AppDeps, 'config' | 'log' | 'metrics'>) {
  const common = { log, onCall: metrics.observeProviderCall };
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
  };
}

function storageOptions(config: Config): Parameters<typeof createStorage>[0] {
  if (config.STORAGE_DRIVER === 's3') {
    return {
      driver: 's3',
      bucket: config.S3_BUCKET ?? '',
      region: config.S3_REGION ?? '',
      endpoint: config.S3_ENDPOINT,
      accessKeyId: config.S3_ACCESS_KEY_ID,
      secretAccessKey: config.S3_SECRET_ACCESS_KEY,
    };
  }
  return {
    driver: 'fs',
    root: join(config.DATA_DIR, 'files'),
    publicUrl: `${config.PUBLIC_URL}/files`,
    signingKey: config.SESSION_SECRET,
  };
}
