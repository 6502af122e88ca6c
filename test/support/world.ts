// A whole Mortar for one test file: own database, application and worker in this process, sandbox at the other end.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { type Sandbox, startSandbox } from '../../sandbox/start.ts';
import { readConfig } from '../../src/config/index.ts';
import { createLog, type Logger } from '../../src/core/telemetry/log.ts';
import type { AppDeps } from '../../src/deps.ts';
import { type Service, startService } from '../../src/service.ts';
import { type Answer, type Client, createClient } from './client.ts';
import { createTestDatabase } from './database.ts';
import { type Change, type CommittedAudit, createRecorder } from './recorder.ts';

/** A mail as the sandbox's mailbox shows it. */
export type ReceivedMail = { to: string; subject: string; text: string; html: string; receivedAt: string };

/** Everything a test acts on. */
export type World = {
  url: string;
  service: Service;
  deps: AppDeps;
  sandbox: Sandbox;
  /** Settings of the service, for further processes of it. */
  environment: Readonly<Record<string, string>>;
  /** Superuser's connection, to arrange and to look; the service itself acts as mortar_app. */
  sql: <Row>(text: string, values?: unknown[]) => Promise<Row[]>;
  visitor(): Client;
  /** Control routes of the sandbox; throws on anything but 2xx. */
  control<T = unknown>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T>;
  mails(to: string): Promise<ReceivedMail[]>;
  /** Waits until `look` gives something truthy, and returns it. */
  until<T>(look: () => Promise<T | undefined | null | false>, what: string, withinMs?: number): Promise<T>;
  /** Moves business time of application and sandbox. */
  moveClock(to: { now: string } | { advance: string }): Promise<void>;
  runJob<T = unknown>(name: string, body?: { dryRun?: boolean }): Promise<T>;
  /** Shows a row of the documents' state tables (its id in test/contract/contract.json): looks, triggers, looks again; returns what `by` did. */
  changes<T, V>(row: string, change: Change<T, V>): Promise<T>;
  /** A second service on the same database and sandbox (another instance, other `settings` if given), closed with the world. */
  another(parts: { api: boolean; worker: boolean; settings?: Record<string, string> }): Promise<Service>;
  close(): Promise<void>;
};

const WAIT_MS = 60_000;
/** Looks are close together at first, then rarer: what takes long is often somebody else's turn of the processor. */
const FIRST_PAUSE_MS = 8;
const LONGEST_PAUSE_MS = 80;
const PAUSE_GROWTH = 1.3;

/**
 * Starts a world. `settings` are environment names; `worker: false` leaves jobs lying; `server` is a database server of the test's own; `log` is
 * for tests that read its lines.
 */
export async function startWorld(
  options: { settings?: Record<string, string>; worker?: boolean; server?: string; log?: Logger } = {},
): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'mortar-world-'));
  const [database, sandbox] = await Promise.all([createTestDatabase(options.server), startSandbox()]);
  const recorder = createRecorder();
  const environment = environmentOf({ sandbox, folder, databaseUrl: database.url, settings: options.settings ?? {} });
  const start = ({ settings = {}, ...parts }: Parameters<World['another']>[0]) => {
    const config = readConfig({ ...environment, ...settings });
    return startService({
      config,
      log: options.log ?? createLog({ level: config.LOG_LEVEL, name: 'mortar test' }),
      ...parts,
      onAnswered: recorder.answered,
    });
  };
  // The module of a test file stays, and so does its world: what is closed must not be held by it.
  const services = [await start({ api: true, worker: options.worker ?? true })];
  const own = () => services[0] ?? assert.fail('this world is closed');
  const url = own().url ?? '';
  sandbox.setMortarUrl(url);
  const pool = new pg.Pool({ connectionString: database.url, max: 3 });
  // Dropping the database may still meet a connection that the pool is closing.
  pool.on('error', () => {});
  const sql: World['sql'] = async (text, values) => (await pool.query(text, values)).rows;
  const visitor = () => createClient(url);
  const control = controlOf(sandbox.url);

  return {
    url,
    get service() {
      return own();
    },
    get deps() {
      return own().deps;
    },
    sandbox,
    environment,
    sql,
    visitor,
    control,
    until,
    mails: (to) => control('GET', `/mails?to=${encodeURIComponent(to)}`),
    moveClock: async (to) => void expectStatus(await visitor().put('/dev/clock', to), 200),
    runJob: async (name, body = {}) => expectStatus(await visitor().post<never>(`/dev/jobs/${name}`, body), 200).body,
    changes: (row, change) => recorder.changes(row, change, until),
    another: async (parts) => {
      const other = await start(parts);
      services.push(other);
      return other;
    },
    close: async () => {
      const audits = await sql<CommittedAudit>(
        'select id, kind, target_type as "targetType", target_id as "targetId" from admin_action',
      );
      for (const service of services.toReversed()) await service.close();
      services.length = 0;
      await pool.end();
      await Promise.all([sandbox.stop(), database.drop(), rm(folder, { recursive: true, force: true })]);
      recorder.close(audits);
    },
  };
}

function environmentOf(parts: {
  sandbox: Sandbox;
  folder: string;
  databaseUrl: string;
  settings: Record<string, string>;
}): Record<string, string> {
  const { sandbox, folder, databaseUrl, settings } = parts;
  return {
    NODE_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    PROVIDER_BASE_URL: `${sandbox.url}/directkitrest`,
    PROVIDER_TOKEN_URL: `${sandbox.url}/oauth/api/v1/oauth/token`,
    PROVIDER_ONBOARDING_BASE_URL: `${sandbox.url}/onboarding`,
    // Most tests begin with accounts that exist: those of the way in set v2, as the product does.
    ONBOARDING_OF_NEW_CUSTOMERS: 'v1',
    PROVIDER_TIMEOUT_MS: '3000',
    PROVIDER_RESEND_AFTER_SECONDS: '1',
    PROVIDER_PENDING_WAIT_MS: '60',
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    DEFAULTS_BASE_URL: `${sandbox.url}/defaults`,
    VOTING_PLATFORM_URL: `${sandbox.url}/votes`,
    VOTING_SHARED_SECRET: 'sandbox-voting-secret-0123456789',
    REGISTRY_SUGGESTIONS_BASE_URL: `${sandbox.url}/registry-suggestions`,
    REGISTRY_BASE_URL: `${sandbox.url}/registry`,
    CHAT_BASE_URL: `${sandbox.url}/chat`,
    AUTOMATION_URL: `${sandbox.url}/automation`,
    TIMESTAMP_URL: `${sandbox.url}/timestamps`,
    SANDBOX_CONTROL_URL: `${sandbox.url}/_control`,
    RATE_LIMIT_PER_MINUTE: '100000',
    // Many files run side by side: a busy machine is no overload. Tests of the limits set their own.
    DATABASE_CONNECTION_WAIT_MS: '20000',
    DATABASE_LOCK_WAIT_MS: '20000',
    DATABASE_STATEMENT_LIMIT_MS: '30000',
    ...settings,
  };
}

function controlOf(sandboxUrl: string): World['control'] {
  return async (method, path, body) => {
    const response = await fetch(`${sandboxUrl}/_control${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} /_control${path} answered ${response.status}: ${text}`);
    // Border: the sandbox's own answer, in the shape its caller names.
    return (text === '' ? undefined : JSON.parse(text)) as never;
  };
}

async function until<T>(look: () => Promise<T | undefined | null | false>, what: string, withinMs = WAIT_MS): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * PAUSE_GROWTH, LONGEST_PAUSE_MS)) {
    const found = await look();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`waited ${withinMs / 1000} s in vain for: ${what}`);
    await setTimeout(pauseMs);
  }
}

/** The answer itself when it has the status; an error with the whole answer otherwise. */
export function expectStatus<A extends Answer>(answer: A, status: number): A {
  if (answer.status !== status) throw new Error(`expected ${status}, got ${answer.status}: ${answer.text}`);
  return answer;
}

/** The bad fields that a refusal names; none where it names none. */
export function faultsIn(answer: Answer): { path: string; reason: string }[] {
  // Border: the body of a refusal, as RFC 9457 and the API description have it.
  return (answer.body as { errors?: { path: string; reason: string }[] } | undefined)?.errors ?? [];
}

/** Checks status and code of a refusal, and that its body is a problem. */
export function expectCode(answer: Answer, status: number, code: string): void {
  const problem = answer.body as { code?: string; status?: number; requestId?: string } | undefined;
  if (answer.status !== status || problem?.code !== code)
    throw new Error(`expected ${status} ${code}, got ${answer.status}: ${answer.text}`);
  if (
    !/^application\/problem\+json/.test(answer.headers.get('content-type') ?? '') ||
    problem.status !== status ||
    !problem.requestId
  ) {
    throw new Error(`not a problem document: ${answer.text}`);
  }
}

/** Asserts a refusal that is none for good: the payment it names goes on. Returns the payment's id. */
export function expectOpen(answer: Answer, status: number, code: string): string {
  expectCode(answer, status, code);
  const { outcome, paymentId } = JSON.parse(answer.text);
  if (outcome !== 'not-known-yet' || typeof paymentId !== 'string') throw new Error(`not an open outcome: ${answer.text}`);
  return paymentId;
}
