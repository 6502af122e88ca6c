// The commands of main.ts: argv, settings, wiring.

import { parseArgs } from 'node:util';
import { readConfig, secretValues } from './config/index.ts';
import { isPublishedSecret, settingWarnings } from './config/production.ts';
import type { Config } from './config/settings.ts';
import { databaseUrl } from './core/db/access.ts';
import { migrate } from './core/db/migrate.ts';
import { ConfigError } from './core/errors.ts';
import { operatorRun } from './core/jobs/jobs.ts';
import { migrateJobs } from './core/jobs/migrate.ts';
import { createLog, type Logger } from './core/telemetry/log.ts';
import { fixClock } from './core/test-clock.ts';
import { limitYoungGeneration } from './core/young-generation.ts';
import { breakGlass, createAdministrator } from './features/access/administrators/index.ts';
import { designateCompanyAccount } from './features/access/customers/index.ts';
import { assumeSent } from './money/payments/index.ts';
import { readPassword } from './password-input.ts';
import { type Service, startService } from './service.ts';
import { jobs } from './worker.ts';

const USAGE = `usage: node src/main.ts COMMAND
  api                                        HTTP API
  worker                                     background jobs
  all                                        both in one process
  migrate                                    bring the database to the newest schema
  job NAME [--dry-run]                       run one scheduled job now and print its report
  job ledger-proof --all                     prove everything, not only what changed since the last proof
  admin create --email E --roles R,R [--password-stdin]
                                             create an administrator; the first one is owner; the password is asked for, or read
                                             from standard input
  admin break-glass --email E                an administrator lost every second factor: takes them, the password and the sessions, and
                                             prints a link, good once, for a new password; every administrator gets a mail
  admin company-account --email E            make an investor the company account
  admin restored                             after a restore to a point in time, before any worker: look payments up before sending`;

/** Each collection pauses every request: smaller is shorter, but costs more processor time (docs/performance.md). */
const API_YOUNG_GENERATION_BYTES = 4 * 1024 * 1024;

async function main(argv: readonly string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      email: { type: 'string' },
      password: { type: 'string' },
      'password-stdin': { type: 'boolean', default: false },
      name: { type: 'string' },
      roles: { type: 'string' },
    },
  });
  const [command, argument] = positionals;
  const config = readConfig(process.env);
  const name = command === undefined ? 'mortar' : `mortar ${command}`;
  const traced = config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined;
  const log = createLog({ level: config.LOG_LEVEL, name, secrets: secretValues(config), traced });
  switch (command) {
    case 'api':
    case 'worker':
    case 'all':
      return serve(config, log, { api: command !== 'worker', worker: command !== 'api' });
    case 'migrate':
      return migrateAll(config);
    case 'job':
      return runJob(config, log, argument, { dryRun: values['dry-run'], all: values.all });
    case 'admin':
      return administer(config, log, argument, values);
    default:
      throw new UsageError();
  }
}

class UsageError extends Error {}

async function serve(config: Config, log: Logger, parts: { api: boolean; worker: boolean }): Promise<void> {
  for (const warning of settingWarnings(config, process.env)) log.warn(warning);
  const starting = startService({ config, log, ...parts });
  const stop = async (signal: string) => {
    log.info({ signal }, 'stopping');
    const service = await starting.catch(() => undefined);
    process.exit((await service?.close()) === false ? 1 : 0);
  };
  // A repeated SIGTERM must not abort the shutdown; a second Ctrl-C may.
  process.on('SIGTERM', (signal) => void stop(signal));
  process.once('SIGINT', (signal) => void stop(signal));
  const service = await starting;
  log.info({ url: service.url, ...parts }, 'ready');
  limitYoungGeneration(parts.api ? API_YOUNG_GENERATION_BYTES : undefined);
}

async function migrateAll(config: Config): Promise<void> {
  const url = config.MIGRATION_DATABASE_URL ?? databaseUrl(config);
  const applied = await migrate(url, (name) => console.log(`applied ${name}`));
  await migrateJobs(url, jobs);
  if (config.NODE_ENV === 'production') await fixClock(url);
  console.log(applied.length === 0 ? 'the database is up to date' : `applied ${applied.length} files of db/`);
}

async function runJob(
  config: Config,
  log: Logger,
  name: string | undefined,
  asked: { dryRun: boolean; all: boolean },
): Promise<void> {
  const job = jobs.find((listed) => listed.onDemand && listed.name === name);
  if (!job)
    throw new Error(
      `${name === undefined ? 'a job must be named' : `no scheduled job is named ${name}`}; there are: ${jobs
        .filter((listed) => listed.onDemand)
        .map((listed) => listed.name)
        .join(', ')}`,
    );
  const service = await startService({ config, log, api: false, worker: false });
  limitYoungGeneration();
  try {
    // Border: every job with `onDemand` takes `{ dryRun? }`; what a job does not know, it does not read.
    const report = await job.work(service.deps, asked as never, operatorRun('command-line'));
    console.log(JSON.stringify(report ?? {}, null, 2));
    if (isFailedReport(report)) process.exitCode = 1;
  } finally {
    await service.close();
  }
}

/** A report with `ok: false` (the ledger proof) fails the command. */
function isFailedReport(report: unknown): boolean {
  return typeof report === 'object' && report !== null && 'ok' in report && report.ok === false;
}

type AdminValues = { email?: string; password?: string; 'password-stdin': boolean; name?: string; roles?: string };

async function administer(config: Config, log: Logger, action: string | undefined, values: AdminValues): Promise<void> {
  const work = await administration(config, action, values);
  let service: Service | undefined;
  try {
    service = await startService({ config, log, api: false, worker: false });
    console.log(await work(service.deps));
  } finally {
    await service?.close();
  }
}

/** The work of an `admin` command, which returns its message. */
async function administration(
  config: Config,
  action: string | undefined,
  { email, password: given, 'password-stdin': fromInput, name = 'Administrator', roles }: AdminValues,
): Promise<(deps: Service['deps']) => Promise<string>> {
  if (given !== undefined)
    throw new ConfigError([
      'Arguments are seen by every account of the machine: leave --password out, and the password is asked for, or add --password-stdin.',
    ]);
  if (action === 'create' && email) {
    const password = await readPassword({ fromInput });
    if (config.NODE_ENV === 'production' && isPublishedSecret(password))
      throw new ConfigError(['The password is published with the source: choose another one.']);
    return async (deps) =>
      `administrator ${email} ${await createAdministrator(deps, { email, password, name, roles: roles?.split(',') })}`;
  }
  if (action === 'break-glass' && email)
    return async (deps) => {
      const { url, until } = await breakGlass(deps, { email });
      return `a new password for ${email}, once and until ${until}: ${url}`;
    };
  if (action === 'company-account' && email)
    return async (deps) => `company account ${email} ${await designateCompanyAccount(deps, { email })}`;
  if (action === 'restored')
    return async ({ db }) => `${await assumeSent(db)} payments will be looked up at the provider before they are sent`;
  throw new UsageError();
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) console.error(USAGE);
  else if (error instanceof ConfigError) console.error(error.message);
  else if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    console.error(`Port ${process.env.PORT ?? 3000} is in use: stop what listens there, or set PORT to a free one.`);
  else console.error(error);
  process.exit(1);
}
