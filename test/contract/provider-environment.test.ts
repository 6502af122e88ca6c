// The suite that can be pointed at the provider's test environment: only by settings, with a report in words.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { reportOf } from '../support/provider/report.ts';
import { arrangeSandbox, CONTRACT_SETTINGS, type ContractSettings } from '../support/provider-contract.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

let arranged: Awaited<ReturnType<typeof arrangeSandbox>>;
before(async () => {
  arranged = await arrangeSandbox();
});
after(() => arranged.stop());

async function runAgainst(
  settings: Partial<ContractSettings>,
  ...parts: string[]
): Promise<{ said: string; exitCode: number | null }> {
  const named = CONTRACT_SETTINGS.map((name) => [`PROVIDER_CONTRACT_${name}`, settings[name] ?? '']);
  const { NODE_TEST_CONTEXT: _ours, ...environment } = process.env;
  const child = spawn(process.execPath, ['scripts/provider-contract.ts', ...parts], {
    cwd: PROJECT,
    env: { ...environment, ...Object.fromEntries(named) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { said: out + error, exitCode: child.exitCode };
}

/** A provider that answers with other fields than the sandbox. */
async function startDeviating(bend: (answer: string) => string) {
  const target = arranged.sandbox.url;
  const server = createServer(async (request, reply) => {
    const { method = 'GET', headers } = request;
    const passed = Object.entries(headers).filter(
      ([name]) => name === 'authorization' || name.startsWith('psu-') || name === 'content-type',
    );
    const body = await text(request);
    const answer = await fetch(`${target}${request.url}`, {
      method,
      headers: Object.fromEntries(passed.map(([name, value]) => [name, String(value)])),
      ...(body === '' ? {} : { body }),
    });
    const type = answer.headers.get('content-type') ?? 'text/plain';
    reply.writeHead(answer.status, { 'content-type': type }).end(bend(await answer.text()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Border: a listening TCP server has an AddressInfo.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = Object.fromEntries(
    Object.entries(arranged.settings).map(([name, value]) => [name, value.replace(target, url)]),
  );
  return { settings, stop: () => server.close() };
}

describe('npm run provider-contract', () => {
  it('finds no difference at the sandbox, which only settings point it at', async () => {
    const { said, exitCode } = await runAgainst(arranged.settings);
    assert.match(
      said,
      /^http:.+: \d\d+ calls in \d+ tests; \d+ more need the control routes of the sandbox\.\n\nNothing differs\.\n$/,
    );
    assert.equal(exitCode, 0);
  });

  it('says in words what another provider does otherwise', async () => {
    const deviating = await startDeviating((answer) =>
      answer.replace('"code":147', '"code":404').replace(/"isblocked":(\w+)/g, '"isblocked":$1,"balance":"much","colour":"red"'),
    );
    const { said, exitCode } = await runAgainst(deviating.settings, 'accounts');
    deviating.stop();
    assert.equal(exitCode, 1);
    assert.match(said, /It behaves otherwise than Mortar expects:\n {2}- getAccount: a verified account with its balance/);
    const place = 'GET /v2/accounts/\\{accountid\\}: answer\\.account';
    const listed = '(?: {2}- .*\\n)* {2}- ';
    assert.match(
      said,
      new RegExp(
        `another shape than Mortar expects:\\n${listed}${place}\\.balance is string instead of integer \\(our shapes\\)`,
      ),
    );
    assert.match(said, new RegExp(`\\(harmless\\):\\n${listed}${place}\\.colour is not known`));
  });

  it('refuses half of its settings, and names those that are missing', async () => {
    const { MANDATE_ID: _id, PAYEE: _payee, ...rest } = arranged.settings;
    const { said, exitCode } = await runAgainst(rest);
    assert.match(said, /not set: PROVIDER_CONTRACT_PAYEE, PROVIDER_CONTRACT_MANDATE_ID/);
    assert.equal(exitCode, 1);
  });

  it('does not call a run right in which nothing ran', () => {
    const { text: said, differs } = reportOf({
      target: 'x',
      verdicts: [{ name: 'a', outcome: 'skipped' }],
      calls: 0,
      findings: [],
    });
    assert.ok(differs);
    assert.match(said, /No test ran\./);
  });
});
