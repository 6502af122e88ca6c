// Checks of combinations of settings, and of production: errors prevent the start, warnings are logged.

import { shutdownGraceMs } from '../core/stop.ts';
import { kindOf, type Setting } from './schema.ts';
import { type Config, settings } from './settings.ts';

/** Variables of the environment by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

const table = Object.entries<Setting>(settings);

/** The sandbox's key for the tokens of its voting page; it is no default of a setting. */
const SANDBOX_VOTING_SECRET = 'sandbox-voting-secret-0123456789';

/** A call may take effect after its timeout, so a payment is sent again only after this many timeouts. */
const TIMEOUTS_BEFORE_RESEND = 2;

/** Errors of settings that are valid individually but not together, in any environment. */
export function togetherFaults(config: Config): string[] {
  const faults: string[] = [];
  if (shutdownGraceMs(config) >= config.SHUTDOWN_LIMIT_MS)
    faults.push('SHUTDOWN_GRACE_MS must be below SHUTDOWN_LIMIT_MS: running work must end after the grace period.');
  const { S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config;
  if (config.STORAGE_DRIVER === 's3') {
    if (S3_BUCKET === undefined) faults.push('S3_BUCKET is required with STORAGE_DRIVER=s3.');
    if (S3_REGION === undefined && S3_ENDPOINT === undefined)
      faults.push('S3_REGION is required with STORAGE_DRIVER=s3, or S3_ENDPOINT where the service is not Amazon.');
    // Without both, the SDK uses the credentials of the machine (such as an instance role).
    if ((S3_ACCESS_KEY_ID === undefined) !== (S3_SECRET_ACCESS_KEY === undefined))
      faults.push(
        'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together: set both, or neither for the credentials of the machine.',
      );
  }
  return [...faults, ...identityProviderFaults(config)];
}

/** With some of them nobody could sign in. */
function identityProviderFaults(config: Config): string[] {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ROLES } = config;
  const all = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ROLES };
  const lacking = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (OIDC_ISSUER === undefined || lacking.length > 0) {
    if (lacking.length === Object.keys(all).length) return [];
    return [`${lacking.join(', ')} must be set too: the settings of the identity provider go together.`];
  }
  const { protocol, search, hash } = URL.canParse(OIDC_ISSUER) ? new URL(OIDC_ISSUER) : { protocol: '', search: '', hash: '' };
  if (!/^https?:$/.test(protocol) || search !== '' || hash !== '')
    return ['OIDC_ISSUER must be an address such as https://login.example.org, without parameters.'];
  if (config.NODE_ENV === 'production' && protocol !== 'https:') return ['OIDC_ISSUER must be https:// in production.'];
  return [];
}

/** Errors in production beyond missing settings. They name settings, never secret values. */
export function productionFaults(config: Config, environment: Environment): string[] {
  return [
    ...publishedSecrets(environment),
    ...keysOfBothDirections(environment),
    ...votingFaults(config),
    ...providerTimeFaults(config),
  ];
}

/** Settings whose value is one of the secrets in this repository. */
function publishedSecrets(environment: Environment): string[] {
  return table
    .filter(([name, setting]) => setting.secret && isPublishedSecret(environment[name]))
    .map(([name]) => `${name} is a secret that is published with the source: give production one of its own.`);
}

/** True for the development default of any secret; URLs among the secret settings do not count. */
export function isPublishedSecret(value: string | undefined): boolean {
  if (value === undefined) return false;
  const published = table.flatMap(([, { secret, format, default: fallback }]) =>
    secret && format !== 'url' && typeof fallback === 'string' ? [fallback] : [],
  );
  return [...published, SANDBOX_VOTING_SECRET].includes(value.trim());
}

/** With one key for both, a reader of our questions could send reports. */
function keysOfBothDirections({ DEFAULTS_API_KEY, DEFAULTS_WEBHOOK_API_KEY }: Environment): string[] {
  // One that is missing is said elsewhere.
  if (!DEFAULTS_API_KEY?.trim() || DEFAULTS_API_KEY.trim() !== DEFAULTS_WEBHOOK_API_KEY?.trim()) return [];
  return ['DEFAULTS_API_KEY and DEFAULTS_WEBHOOK_API_KEY are the same: give each direction a key of its own.'];
}

/** With only one of them set, investors would get a 500. */
function votingFaults({ VOTING_PLATFORM_URL, VOTING_SHARED_SECRET }: Config): string[] {
  if ((VOTING_PLATFORM_URL === undefined) === (VOTING_SHARED_SECRET === undefined)) return [];
  return ['VOTING_PLATFORM_URL and VOTING_SHARED_SECRET go together: set both, or neither where there is no voting platform.'];
}

/** Not enforced outside production, as tests use shorter times. */
function providerTimeFaults({ PROVIDER_RESEND_AFTER_SECONDS: seconds, PROVIDER_TIMEOUT_MS: timeoutMs }: Config): string[] {
  if (seconds * 1000 >= timeoutMs * TIMEOUTS_BEFORE_RESEND) return [];
  const least = Math.ceil((timeoutMs * TIMEOUTS_BEFORE_RESEND) / 1000);
  return [
    `PROVIDER_RESEND_AFTER_SECONDS must be ${least} or more in production, twice PROVIDER_TIMEOUT_MS (${timeoutMs}), not ${seconds}.`,
  ];
}

/** Warnings for settings that are probably a mistake, one line each for the log at start; without secret values. */
export function settingWarnings(config: Config, environment: Environment): string[] {
  if (config.NODE_ENV !== 'production') {
    if (isLoopback(config.HOST)) return [];
    return ['HOST is open to other machines and NODE_ENV is not production: everybody can move time and run jobs under /dev.'];
  }
  const warnings = [...plainAddresses(config), ...examples(config)];
  if (environment.HOST === undefined || environment.HOST.trim() === '')
    warnings.push(`HOST is not set: the API listens on ${config.HOST}, for this machine alone.`);
  if (config.STORAGE_DRIVER === 'fs')
    warnings.push('STORAGE_DRIVER is fs: files lie on the disk of this machine (DATA_DIR), which other processes must share.');
  if (config.METRICS_TOKEN === undefined) warnings.push('METRICS_TOKEN is not set: /metrics is closed.');
  if (config.VOTING_PLATFORM_URL === undefined)
    warnings.push('VOTING_PLATFORM_URL is not set: investors have no voting platform.');
  return warnings;
}

const TLS_MODES: readonly (string | null)[] = ['require', 'verify-ca', 'verify-full'];
const PLAIN = ['http:', 'smtp:', 'postgres:', 'postgresql:'];

/** Addresses of other machines that are used without encryption, which a service mesh or a tunnel may provide. */
function plainAddresses(config: Config): string[] {
  return Object.entries(config).flatMap(([name, value]) => {
    if (typeof value !== 'string' || !URL.canParse(value) || name === 'SANDBOX_CONTROL_URL') return [];
    const { protocol, hostname, searchParams } = new URL(value);
    if (!PLAIN.includes(protocol) || isLoopback(hostname) || asksForTls(searchParams)) return [];
    return [`${name} is ${protocol}// to another machine: what goes there can be read on the way.`];
  });
}

/** As the drivers of mail and database interpret it. */
function asksForTls(options: URLSearchParams): boolean {
  return options.get('requireTLS') === 'true' || TLS_MODES.includes(options.get('sslmode'));
}

/** Required settings that still have the example value. */
function examples(config: Config): string[] {
  const values: Readonly<Record<string, unknown>> = config;
  return table.flatMap(([name, setting]) =>
    setting.requiredInProduction && kindOf(setting) === 'text' && values[name] === setting.default
      ? [`${name} is still the example of the source: ${String(setting.default)}.`]
      : [],
  );
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || host.startsWith('127.');
}
