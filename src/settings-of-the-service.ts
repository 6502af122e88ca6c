// Settings of the service itself: process, traffic, database, files, sessions, and those only for development.

import {
  flag,
  integer,
  oneOf,
  optionalFlag,
  optionalInteger,
  optionalSecret,
  optionalText,
  optionalUrl,
  origins,
  type Settings,
  type Subject,
  secret,
  text,
  url,
} from './core/settings.ts';

const processSettings = {
  NODE_ENV: oneOf(
    ['development', 'test', 'production'],
    'development',
    'What this installation is for: `production` refuses to start while a required setting is missing, and has neither sandbox nor `/dev` routes.',
  ),
  HOST: text('127.0.0.1', 'Address the API listens on, and a worker that has WORKER_PORT.'),
  PORT: integer(3000, 'TCP port of the API; 0 takes a free one.', { max: 65_535 }),
  WORKER_PORT: optionalInteger(
    'TCP port at which a process that is a worker alone answers `GET /health/live`, `/health/ready` and `/metrics`, on HOST; 0 takes a free one. Absent: it does not listen.',
    { max: 65_535 },
  ),
  PUBLIC_URL: url('http://127.0.0.1:3000', 'Address under which clients reach the API; addresses of files begin with it.', {
    requiredInProduction: true,
  }),
  FRONT_URL: url(
    'http://127.0.0.1:3000',
    'Address of the front end: links in mails lead there, and its pages may act for a signed-in user, from another origin too (CORS) where it lies under the domain of PUBLIC_URL.',
    {
      requiredInProduction: true,
    },
  ),
  LOG_LEVEL: oneOf(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'info',
    'Least severe log line that is written.',
  ),
} satisfies Settings;

const trafficSettings = {
  TRUSTED_ORIGINS: origins(
    'Further sites whose pages may act for a signed-in user (CORS), beside those of PUBLIC_URL and FRONT_URL and under the same domain. Any other is answered 403 `forbidden-origin`.',
  ),
  TRUST_PROXY: flag(
    false,
    'Whether clients come through a proxy of ours, which says their address in x-forwarded-for. Limits count by it: false behind a proxy makes all clients one, true without one lets each choose its address.',
    { requiredInProduction: true },
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
  METRICS_TOKEN: optionalSecret(
    16,
    'Opens `GET /metrics`, of workers too, sent as `Authorization: Bearer`. Absent: closed in production, open outside it.',
  ),
  DOCS_ENABLED: optionalFlag('Serve `/docs` and `/openapi.json`. Absent: outside production alone.'),
} satisfies Settings;

const stoppingSettings = {
  READY_NEEDS_WORKER: flag(
    false,
    'Whether `GET /health/ready` answers 503 while no worker process runs on this database, or one that ends again and again. `npm start` sets it.',
  ),
  SHUTDOWN_GRACE_MS: optionalInteger(
    'After SIGTERM `GET /health/ready` answers 503 while everything else goes on for so long; longer than a proxy takes to notice. Absent: 5000 in production, 0 outside it.',
    { max: 300_000 },
  ),
  SHUTDOWN_LIMIT_MS: integer(
    25_000,
    'Longest stop, the grace included: what still runs then is cut. Below the time after which the process is killed from outside.',
    { min: 1_000, max: 600_000 },
  ),
} satisfies Settings;

const databaseSettings = {
  DATABASE_URL: optionalUrl('Connection to PostgreSQL 15 or later. Absent: the embedded one that `npm start` runs.', {
    requiredInProduction: true,
    secret: true,
  }),
  MIGRATION_DATABASE_URL: optionalUrl('Connection of the owner of the tables, for `migrate`. Absent: DATABASE_URL.', {
    secret: true,
  }),
  DATABASE_SESSION_URL: optionalUrl(
    'Only where DATABASE_URL leads to a pooler in transaction mode: an address of the same database whose connections keep their session, for notifications. The pooler then sets role and timeouts (docs/guides/behind-a-pooler.md).',
    { secret: true },
  ),
  DATABASE_REPLICA_URL: optionalUrl(
    'A streaming replica of the database, itself and not through a pooler or balancer: answers the routes that may lag (docs/guides/read-replicas.md). Absent: the primary answers them.',
    { secret: true },
  ),
  DATABASE_REPLICA_LAG_LIMIT_MS: integer(
    10_000,
    'A replica that is further behind is not read until it has caught up; the primary answers in its place.',
    { min: 1_000, max: 600_000 },
  ),
  DATABASE_PREPARES: flag(
    true,
    'Statements are named, so that the database plans them once. `false` behind a pooler in transaction mode that does not follow names (PgBouncer before 1.21).',
  ),
  DATABASE_POOL_SIZE: integer(10, 'Most connections of one process to the database for its requests, and as many for its jobs.', {
    min: 2,
    max: 200,
  }),
  HEAVY_REQUESTS_AT_ONCE: integer(
    6,
    'Requests that move money which one process has begun and that need the database; the others wait in line. Below DATABASE_POOL_SIZE, so that light requests find a connection.',
    { min: 1, max: 100 },
  ),
  HEAVY_REQUESTS_WAITING: integer(1_000, 'Requests that may wait in that line; one more answers 503.', { max: 100_000 }),
  HEAVY_REQUESTS_WAIT_MS: integer(10_000, 'Longest wait in that line; then 503.', { min: 1, max: 60_000 }),
  DATABASE_CONNECTION_WAIT_MS: integer(
    5_000,
    'Longest wait of a request for a connection to the database; beyond it the answer is 503. Jobs wait 30 s.',
    { min: 50, max: 60_000 },
  ),
  DATABASE_LOCK_WAIT_MS: integer(
    5_000,
    'Longest wait of a request for a lock in the database; beyond it the answer is 503. Jobs wait 30 s.',
    {
      min: 50,
      max: 60_000,
    },
  ),
  DATABASE_STATEMENT_LIMIT_MS: integer(
    15_000,
    'Longest statement of a request, its wait for locks included; beyond it the answer is 503. Statements of jobs have 120 s.',
    { min: 50, max: 120_000 },
  ),
} satisfies Settings;

const fileSettings = {
  DATA_DIR: text('.data', 'Folder of the embedded database, of files and of the sandbox state.'),
  STORAGE_DRIVER: oneOf(['fs', 's3'], 'fs', 'Where uploaded and generated files live.'),
  S3_BUCKET: optionalText('Name of the bucket, when STORAGE_DRIVER is s3.'),
  S3_REGION: optionalText('Region of the bucket, when STORAGE_DRIVER is s3.'),
  S3_ENDPOINT: optionalUrl('Address of the service, where it speaks S3 and is not that of Amazon.'),
  S3_ACCESS_KEY_ID: optionalText(
    'Access key of the bucket. Absent, with its secret: the credentials of the machine (the role of an instance).',
    { secret: true },
  ),
  S3_SECRET_ACCESS_KEY: optionalText('Secret of that access key.', { secret: true }),
  S3_PUBLIC_URL: optionalUrl(
    'Address under which everybody reads what lies under `public/` in the bucket (a CDN, a website); property images and documents are linked there. Absent: the address of the bucket itself.',
  ),
  S3_USE_ACL: flag(
    false,
    'Send an ACL with every file: public-read with what is public, private with the rest. Buckets refuse ACLs by default; without them the policy of the bucket must open `public/` and nothing else.',
  ),
  S3_TIMEOUT_MS: integer(15_000, 'Time limit of one file operation in the bucket, its tries together.', {
    min: 100,
    max: 120_000,
  }),
  S3_ATTEMPTS: integer(
    3,
    'Most tries of one file operation in the bucket; one that is silent for its part of the time limit is given up.',
    {
      min: 1,
      max: 10,
    },
  ),
} satisfies Settings;

const sessionSettings = {
  SESSION_SECRET: secret('development-only-session-secret-0123456789', 32, 'Signs session cookies and draft tokens.'),
  ARGON2_CONCURRENCY: integer(
    2,
    'Password hashes at once in one process; one processor and one thread of UV_THREADPOOL_SIZE stay free whatever is asked.',
    { min: 1, max: 64 },
  ),
  ARGON2_QUEUE_LENGTH: integer(200, 'Requests that may wait for a password hash; one more answers 503.', { max: 10_000 }),
  ARGON2_QUEUE_WAIT_MS: integer(15_000, 'Longest wait for a password hash; then 503.', { min: 1, max: 60_000 }),
  MFA_ENCRYPTION_KEY: secret(
    'development-only-mfa-key-0123456789abcdef',
    32,
    'Encrypts the six-digit codes at rest; codes of gift cards are derived from it.',
  ),
  MFA_CODE_TTL_SECONDS: integer(600, 'Life of a mailed code.', { min: 30 }),
  MFA_COUNTER_TTL_SECONDS: integer(
    3600,
    'Codes that somebody asks for are counted for each kind of action; the count is forgotten this long after the first.',
    { min: 60 },
  ),
  WITHDRAWAL_TFA_TTL_SECONDS: integer(
    600,
    'Life of a mailed code that is sent as the header `tfa` (withdrawals, new bank accounts, corrections of a profile), from its request.',
    { min: 30 },
  ),
  EMAIL_CHANGE_UNDO_DAYS: integer(
    7,
    'Days in which the former address of an account can undo the change by the link in its notice. So long nobody else can take the address.',
    { min: 1, max: 90 },
  ),
} satisfies Settings;

const developmentSettings = {
  ADMIN_EMAIL: text('admin@mortar.test', 'Address of the administrator whom `npm start` makes outside production.'),
  ADMIN_PASSWORD: text('mortar-admin-password', 'Password of that administrator.', { secret: true }),
  DEMO_DATA: flag(true, 'Whether `npm start` fills a small demo world, outside production.'),
  SANDBOX_CONTROL_URL: url(
    'http://127.0.0.1:4010/_control',
    'Where the sandbox is told that the clock was moved; unused in production.',
  ),
} satisfies Settings;

/** All settings of this file. */
export const serviceSettings = {
  ...processSettings,
  ...trafficSettings,
  ...stoppingSettings,
  ...databaseSettings,
  ...fileSettings,
  ...sessionSettings,
  ...developmentSettings,
};

/** The settings by subject, as docs/configuration.md and .env.example show them. */
export const serviceSubjects: readonly Subject[] = [
  {
    title: 'Process and addresses',
    about: 'What the process is, where it listens, and under which addresses others know it.',
    settings: processSettings,
  },
  {
    title: 'Browsers, proxies and limits',
    about: 'Whose requests are taken, whom they are counted for, and who may read metrics and the description of the API.',
    settings: trafficSettings,
  },
  {
    title: 'Starting and stopping',
    about: 'How the process says that it is ready, and how it ends.',
    settings: stoppingSettings,
  },
  {
    title: 'Database',
    about: 'Where everything is kept, and how long a request may wait for it.',
    settings: databaseSettings,
  },
  {
    title: 'Files',
    about: 'Where uploaded and generated files lie: on the disk, or in a bucket (docs/guides/files-in-a-bucket.md).',
    settings: fileSettings,
  },
  {
    title: 'Sessions, passwords and mailed codes',
    about: 'How people sign in, and how they confirm what is sensitive.',
    settings: sessionSettings,
  },
  {
    title: 'Development',
    about: 'What serves development alone; production ignores it.',
    settings: developmentSettings,
  },
];
