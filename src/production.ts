// What settings get wrong together, or in production alone: refused where it is surely wrong, said at start where it may be meant.

import type { Setting } from './core/settings.ts';
import { shutdownGraceMs } from './core/stop.ts';
import type { Config } from './deps.ts';

type Table = Readonly<Record<string, Setting<unknown>>>;
type Environment = Readonly<Record<string, string | undefined>>;

/** The sandbox's, which is no default of a setting: signs the tokens of its voting page. */
const SANDBOX_VOTING_SECRET = 'sandbox-voting-secret-0123456789';

/** A call that we gave up may still be under way: it has this many time limits to arrive, before anything is sent again. */
const TIMEOUTS_BEFORE_RESEND = 2;

/** Faults of settings that are right one by one, wherever the service runs. */
export function togetherFaults(config: Config): string[] {
  const faults: string[] = [];
  if (shutdownGraceMs(config) >= config.SHUTDOWN_LIMIT_MS)
    faults.push('SHUTDOWN_GRACE_MS must be below SHUTDOWN_LIMIT_MS: what is under way must end after the grace.');
  const { S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config;
  if (config.STORAGE_DRIVER === 's3') {
    if (S3_BUCKET === undefined) faults.push('S3_BUCKET is required with STORAGE_DRIVER=s3.');
    if (S3_REGION === undefined && S3_ENDPOINT === undefined)
      faults.push('S3_REGION is required with STORAGE_DRIVER=s3, or S3_ENDPOINT where the service is not Amazon.');
    // Both absent are the machine's own credentials (an instance's role).
    if ((S3_ACCESS_KEY_ID === undefined) !== (S3_SECRET_ACCESS_KEY === undefined))
      faults.push(
        'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together: set both, or neither for the credentials of the machine.',
      );
  }
  return faults;
}

/** What production refuses beyond what is missing (A-core-10). Names settings, never their values. */
export function productionFaults(config: Config, table: Table, environment: Environment): string[] {
  return [...publishedSecrets(table, environment), ...votingFaults(config), ...providerTimeFaults(config)];
}

/** Secrets that anybody can read in this repository, whichever setting they stand in. */
function publishedSecrets(table: Table, environment: Environment): string[] {
  return Object.entries(table)
    .filter(([name, setting]) => setting.secret && isPublishedSecret(table, environment[name] ?? ''))
    .map(([name]) => `${name} is a secret that is published with the source: give production one of its own.`);
}

/** Whether this is the development's value of any secret; the addresses among the secret settings are none. */
export function isPublishedSecret(table: Table, value: string): boolean {
  const published = Object.values(table).flatMap(({ secret, kind, fallback }) =>
    secret && !kind.startsWith('URL') && typeof fallback === 'string' ? [fallback] : [],
  );
  return [...published, SANDBOX_VOTING_SECRET].includes(value.trim());
}

/** One without the other is a forgotten one; investors would meet it as a 500. */
function votingFaults({ VOTING_PLATFORM_URL, VOTING_SHARED_SECRET }: Config): string[] {
  if ((VOTING_PLATFORM_URL === undefined) === (VOTING_SHARED_SECRET === undefined)) return [];
  return ['VOTING_PLATFORM_URL and VOTING_SHARED_SECRET go together: set both, or neither where there is no voting platform.'];
}

/** Tests are in more of a hurry than this. */
function providerTimeFaults({ PROVIDER_RESEND_AFTER_SECONDS: seconds, PROVIDER_TIMEOUT_MS: timeoutMs }: Config): string[] {
  if (seconds * 1000 >= timeoutMs * TIMEOUTS_BEFORE_RESEND) return [];
  const least = Math.ceil((timeoutMs * TIMEOUTS_BEFORE_RESEND) / 1000);
  return [
    `PROVIDER_RESEND_AFTER_SECONDS must be ${least} or more in production, twice PROVIDER_TIMEOUT_MS (${timeoutMs}), not ${seconds}.`,
  ];
}

/** What may be meant and is more often forgotten, one line each for the log at start. Names settings, never secret values. */
export function settingWarnings(config: Config, table: Table, environment: Environment): string[] {
  if (config.NODE_ENV !== 'production') {
    if (isLoopback(config.HOST)) return [];
    return ['HOST is open to other machines and NODE_ENV is not production: everybody can move time and run jobs under /dev.'];
  }
  const warnings = [...plainAddresses(config), ...examples(config, table)];
  if ((environment.HOST ?? '').trim() === '')
    warnings.push(`HOST is not set: the API listens on ${config.HOST}, for this machine alone.`);
  if (config.STORAGE_DRIVER === 'fs')
    warnings.push('STORAGE_DRIVER is fs: files lie on the disk of this machine (DATA_DIR), which other processes must share.');
  if (config.METRICS_TOKEN === undefined) warnings.push('METRICS_TOKEN is not set: /metrics is closed.');
  if (config.VOTING_PLATFORM_URL === undefined)
    warnings.push('VOTING_PLATFORM_URL is not set: investors have no voting platform.');
  return warnings;
}

const PLAIN = ['http:', 'smtp:', 'postgres:', 'postgresql:'];

/** Addresses of other machines that are reached without encryption; a mesh or a tunnel may do it for us. */
function plainAddresses(config: Config): string[] {
  return Object.entries(config).flatMap(([name, value]) => {
    if (typeof value !== 'string' || !URL.canParse(value) || name === 'SANDBOX_CONTROL_URL') return [];
    const { protocol, hostname, searchParams } = new URL(value);
    if (!PLAIN.includes(protocol) || isLoopback(hostname) || asksForTls(searchParams)) return [];
    return [`${name} is ${protocol}// to another machine: what goes there can be read on the way.`];
  });
}

/** As the drivers of mail and database take it. */
function asksForTls(options: URLSearchParams): boolean {
  return options.get('requireTLS') === 'true' || ['require', 'verify-ca', 'verify-full'].includes(options.get('sslmode') ?? '');
}

/** Required settings that still say what the example says: right for nobody but a rehearsal. */
function examples(config: Config, table: Table): string[] {
  const values: Readonly<Record<string, unknown>> = config;
  return Object.entries(table).flatMap(([name, { requiredInProduction, kind, fallback }]) =>
    requiredInProduction && kind === 'text' && values[name] === fallback
      ? [`${name} is still the example of the source: ${String(fallback)}.`]
      : [],
  );
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || host.startsWith('127.');
}
