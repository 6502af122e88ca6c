// The process itself: where it listens, for which pages, how it stops, and what only development uses.

import { confidential, flag, integer, oneOf, origins, required, secret, subject, text, url } from './schema.ts';

export const addresses = subject(
  'Process and addresses',
  'What the process is, where it listens, and under which addresses others know it.',
  {
    NODE_ENV: oneOf(
      ['development', 'test', 'production'],
      'development',
      'What this installation is for: `production` refuses to start while a required setting is missing, and has neither sandbox nor `/dev` routes.',
    ),
    HOST: text('127.0.0.1', 'Address the API listens on, and a worker that has WORKER_PORT.'),
    PORT: integer(3000, 'TCP port of the API; 0 takes a free one.', { max: 65_535 }),
    WORKER_PORT: integer(
      undefined,
      'TCP port at which a process that is a worker alone answers `GET /health/live`, `/health/ready` and `/metrics`, on HOST; 0 takes a free one. Absent: it does not listen.',
      { max: 65_535 },
    ),
    PUBLIC_URL: required(
      url('http://127.0.0.1:3000', 'Address under which clients reach the API; addresses of files begin with it.'),
    ),
    FRONT_URL: required(
      url(
        'http://127.0.0.1:3000',
        'Address of the front end: links in mails lead there, and its pages may act for a signed-in user, from another origin too (CORS) where it lies under the domain of PUBLIC_URL. Passkeys of investors are of its host, and worth nothing under another.',
      ),
    ),
    LOG_LEVEL: oneOf(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'info',
      'Least severe log line that is written.',
    ),
  },
);

export const traffic = subject(
  'Browsers, proxies and limits',
  'Whose requests are taken, whom they are counted for, and who may read metrics and the description of the API.',
  {
    TRUSTED_ORIGINS: origins(
      'Further sites whose pages may act for a signed-in user (CORS), beside those of PUBLIC_URL and FRONT_URL and under the same domain. Any other is answered 403 `forbidden-origin`.',
    ),
    TRUST_PROXY: required(
      flag(
        false,
        'Whether clients come through a proxy of ours, which says their address in x-forwarded-for. Limits count by it: false behind a proxy makes all clients one, true without one lets each choose its address.',
      ),
    ),
    TRUST_PROXY_HOPS: integer(
      1,
      'How many proxies of ours stand one behind the other, when TRUST_PROXY is true: so many addresses of x-forwarded-for, from its end, are theirs or said by them.',
      { min: 1, max: 10 },
    ),
    RATE_LIMIT_PER_MINUTE: integer(
      600,
      'Requests per address and per account and minute, of all processes together, a hundred times as many outside production; sensitive routes have a tenth of it and less.',
      {
        min: 1,
      },
    ),
    REQUEST_TIMEOUT_MS: integer(
      30_000,
      'A request must have arrived whole this long after its first byte, else its connection is ended. Raise it where people upload over slow lines and no proxy collects their requests.',
      { min: 500, max: 300_000 },
    ),
    METRICS_TOKEN: secret(
      undefined,
      16,
      'Opens `GET /metrics`, of workers too, sent as `Authorization: Bearer`. Absent: closed in production, open outside it.',
    ),
    DOCS_ENABLED: flag(undefined, 'Serve `/docs` and `/openapi.json`. Absent: outside production alone.'),
  },
);

export const stopping = subject('Starting and stopping', 'How the process says that it is ready, and how it ends.', {
  READY_NEEDS_WORKER: flag(
    false,
    'Whether `GET /health/ready` answers 503 while no worker process runs on this database, or one that ends again and again. `npm start` sets it.',
  ),
  SHUTDOWN_GRACE_MS: integer(
    undefined,
    'After SIGTERM `GET /health/ready` answers 503 while everything else goes on for so long; longer than a proxy takes to notice. Absent: 5000 in production, 0 outside it.',
    { max: 300_000 },
  ),
  SHUTDOWN_LIMIT_MS: integer(
    25_000,
    'Longest stop, the grace included: what still runs then is cut. Below the time after which the process is killed from outside.',
    { min: 1_000, max: 600_000 },
  ),
});

export const development = subject('Development', 'What serves development alone; production ignores it.', {
  ADMIN_EMAIL: text('admin@mortar.test', 'Address of the administrator whom `npm start` makes outside production.'),
  ADMIN_PASSWORD: confidential(text('mortar-admin-password', 'Password of that administrator.')),
  DEMO_DATA: flag(true, 'Whether `npm start` fills a small demo world, outside production.'),
  SANDBOX_CONTROL_URL: url(
    'http://127.0.0.1:4010/_control',
    'Where the sandbox is told that the clock was moved; unused in production.',
  ),
});

/** Whether `/docs` and `/openapi.json` are served: by default everywhere but in production. */
export function docsAreServed(config: { NODE_ENV: string; DOCS_ENABLED: boolean | undefined }): boolean {
  return config.DOCS_ENABLED ?? config.NODE_ENV !== 'production';
}

/** Outside production one address sends what many clients send in production. */
const LIMIT_FACTOR_OUTSIDE_PRODUCTION = 100;

/** Limit of requests per minute, for each address and for each account, counted over all processes. */
export function requestsPerMinute(config: { NODE_ENV: string; RATE_LIMIT_PER_MINUTE: number }): number {
  return config.RATE_LIMIT_PER_MINUTE * (config.NODE_ENV === 'production' ? 1 : LIMIT_FACTOR_OUTSIDE_PRODUCTION);
}
