// `npm run demo`: plays the lives of two properties on a throwaway Mortar and checks every balance. Exits with 1 on any difference.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '../../sandbox/start.ts';
import { readConfig } from '../../src/config/index.ts';
import { migrate } from '../../src/core/db/migrate.ts';
import { migrateJobs } from '../../src/core/jobs/migrate.ts';
import { createLog } from '../../src/core/telemetry/log.ts';
import { createAdministrator } from '../../src/features/access/administrators/index.ts';
import { type Service, startService } from '../../src/service.ts';
import { jobs } from '../../src/worker.ts';
import { openTestDatabase, withDatabase } from '../test-database.ts';
import { CHAPTERS, playLife } from './life.ts';
import { LOAN_CHAPTERS } from './loan.ts';
import { createLoanPeople } from './loan-people.ts';
import { printLoanStatement } from './loan-statement.ts';
import { createProgress } from './progress.ts';
import { createStage, type Stage } from './stage.ts';
import { printStatement } from './statement.ts';

const admin = { email: 'admin@mortar.test', password: 'mortar-admin-password' };

/** What must be undone at the end, last first. */
const undo: (() => Promise<unknown> | unknown)[] = [];

/** Everything that `npm start` runs, in this process and on free ports. */
async function startMortar(): Promise<{ service: Service; sandbox: Sandbox }> {
  const database = await openTestDatabase({ serverUrl: process.env.TEST_DATABASE_URL, template: undefined }, async (url) => {
    await migrate(url);
    await migrateJobs(url, jobs);
  });
  undo.push(() => database.close());
  const folder = mkdtempSync(join(tmpdir(), 'mortar-demo-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const sandbox = await startSandbox();
  undo.push(() => sandbox.stop());
  const config = readConfig(settings(sandbox, folder, withDatabase(database.serverUrl, database.template)));
  const log = createLog({ level: config.LOG_LEVEL, name: 'mortar demo' });
  const service = await startService({ config, log, api: true, worker: true });
  undo.push(() => service.close());
  sandbox.setMortarUrl(service.url);
  await createAdministrator(service.deps, { ...admin, name: 'Administrator' });
  return { service, sandbox };
}

function settings(sandbox: Sandbox, folder: string, databaseUrl: string): Record<string, string> {
  return {
    NODE_ENV: 'development',
    PORT: '0',
    LOG_LEVEL: 'warn',
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    PROVIDER_BASE_URL: `${sandbox.url}/directkitrest`,
    PROVIDER_TOKEN_URL: `${sandbox.url}/oauth/api/v1/oauth/token`,
    PROVIDER_ONBOARDING_BASE_URL: `${sandbox.url}/onboarding`,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    CHAT_BASE_URL: `${sandbox.url}/chat`,
    AUTOMATION_URL: `${sandbox.url}/automation`,
    SANDBOX_CONTROL_URL: `${sandbox.url}/_control`,
    // The demo has one withdrawal, which must show a fee.
    WITHDRAW_FREE_PER_YEAR: '0',
  };
}

async function playAll(): Promise<string[]> {
  const progress = createProgress(CHAPTERS.length + 1);
  progress.step('PostgreSQL, sandbox, API and worker start');
  const { service, sandbox } = await startMortar();
  const stage = createStage({ apiUrl: service.url ?? '', controlUrl: `${sandbox.url}/_control`, admin });
  const people = await playLife(stage, progress.step);
  progress.end('The first story is told');
  const print = (line: string) => console.log(line);
  const differences = await printStatement(stage, people, print);
  return [...differences, ...(await playLoan(stage, print))];
}

async function playLoan(stage: Stage, print: (line: string) => void): Promise<string[]> {
  console.log('');
  const progress = createProgress(LOAN_CHAPTERS.length);
  const people = await createLoanPeople(stage);
  for (const { title, play } of LOAN_CHAPTERS) {
    progress.step(title);
    await play(stage, people);
  }
  progress.end('The second story is told');
  return printLoanStatement(stage, people, print);
}

async function cleanUp(): Promise<void> {
  for (let action = undo.pop(); action !== undefined; action = undo.pop()) await action();
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void cleanUp().finally(() => process.exit(130)));

try {
  const differences = await playAll();
  for (const difference of differences) console.error(`DIFFERENT  ${difference}`);
  console.log(differences.length === 0 ? '\nEvery cent is where it should be.' : `\n${differences.length} differences.`);
  process.exitCode = differences.length === 0 ? 0 : 1;
} catch (error) {
  console.error(`\nThe story broke off: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await cleanUp();
}
process.exit();
