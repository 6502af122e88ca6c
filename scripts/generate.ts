// `npm run generate`: writes the generated files; with --check it only reports those that are out of date.

import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../src/config/index.ts';
import { migrate } from '../src/core/db/migrate.ts';
import { migrateJobs } from '../src/core/jobs/migrate.ts';
import { createLog } from '../src/core/telemetry/log.ts';
import { describeWithExamples } from '../src/features/operations/operator/index.ts';
import { startService } from '../src/service.ts';
import { jobs } from '../src/worker.ts';
import { readErrorTexts } from './error-texts.ts';
import { CLIENT_SOURCES, generateClient } from './generate-client.ts';
import { type ApiDescription, describeErrors, describeRoles, describeSettings } from './generate-docs.ts';
import { envExample } from './generate-env.ts';
import { describePersonalData } from './generate-personal-data.ts';
import { describeStates } from './generate-states.ts';
import { generateTables } from './generate-tables.ts';
import { openTestDatabase, withDatabase } from './test-database.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

/** Generated files by path, with the text they should have. */
async function generate(): Promise<Map<string, string>> {
  const errorTexts = readErrorTexts(PROJECT);
  const given = { serverUrl: process.env.TEST_DATABASE_URL, template: process.env.TEST_TEMPLATE };
  const database = await openTestDatabase(given, async (url) => {
    await migrate(url);
    await migrateJobs(url, jobs);
  });
  const folder = mkdtempSync(join(tmpdir(), 'mortar-generate-'));
  try {
    const url = withDatabase(database.serverUrl, database.template);
    await generateTables(url, join(folder, 'tables.ts'));
    const api = await describeApi(url, folder);
    const description = `${JSON.stringify(api, null, 1)}\n`;
    return new Map([
      ['src/core/db/tables.ts', readFileSync(join(folder, 'tables.ts'), 'utf8')],
      ['docs/openapi.json', description],
      ['docs/errors.md', describeErrors(api, errorTexts)],
      ['src/features/operations/operator/error-texts.json', `${JSON.stringify(errorTexts, null, 2)}\n`],
      ['docs/domain/access.md', describeRoles(readFileSync(join(PROJECT, 'docs/domain/access.md'), 'utf8'))],
      ['docs/domain/states.md', describeStates()],
      ['docs/domain/personal-data.md', describePersonalData()],
      ['docs/configuration.md', describeSettings()],
      ['.env.example', envExample()],
      ...(await generateClient(description, errorTexts, join(folder, 'client'))),
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await database.close();
  }
}

async function describeApi(url: string, folder: string): Promise<ApiDescription> {
  const config = readConfig({ NODE_ENV: 'test', PORT: '0', DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'error' });
  const service = await startService({ config, log: createLog({ level: 'error', name: 'generate' }), api: true, worker: false });
  try {
    if (!service.app) throw new Error('the service was started without its API');
    // Border: the document of @fastify/swagger, whose paths we read.
    return (await describeWithExamples(service.app)) as ApiDescription;
  } finally {
    await service.close();
  }
}

const checking = process.argv.includes('--check');
const stale: string[] = [];
const generated = await generate();
// A file that the generator of the client no longer writes would stay in the package.
for (const path of globSync(`${CLIENT_SOURCES}/**/*.ts`, { cwd: PROJECT })) {
  if (generated.has(path)) continue;
  stale.push(`${path} (no longer generated)`);
  if (!checking) rmSync(join(PROJECT, path));
}
for (const [path, text] of generated) {
  const file = join(PROJECT, path);
  const before = readOrEmpty(file);
  if (before === text) continue;
  stale.push(path);
  if (checking) continue;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
console.log(
  stale.length === 0 ? 'generated files are up to date' : `${checking ? 'out of date' : 'written'}: ${stale.join(', ')}`,
);
if (checking && stale.length > 0) process.exit(1);

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
