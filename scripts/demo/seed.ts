// Fills the demo world of `npm start` by playing two lives in the months before today, and prints its people.
//
// Runs at every start: a complete demo world is only printed, one that was interrupted (kill -9) is completed.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readConfig } from '../../src/config/index.ts';
import { centsOf, formatEuros } from '../../src/core/cents.ts';
import { createClient } from '../../test/support/client.ts';
import { createCast, isPlayed, type People } from './life.ts';
import { DESK_STEPS, playDesk } from './operators.ts';
import { type DemoInvestor, endSessions, PASSWORD, signIn } from './people.ts';
import { createProgress } from './progress.ts';
import { listShown, type ShownProperty } from './properties.ts';
import { createStage } from './stage.ts';
import { walletOf } from './trading.ts';

const config = readConfig(process.env);
const apiUrl = process.env.MORTAR_URL ?? config.PUBLIC_URL;
const admin = { email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD };
const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const stage = createStage({ apiUrl, controlUrl: config.SANDBOX_CONTROL_URL, admin, sendAgain, signUpVeteran });

const people = createCast(stage);
if (!(await isPlayed(people.noah))) await fill();
await printWorld(people);

/** What an operator in a hurry may do: the job by hand, with too short a margin. The service keeps its own. */
async function sendAgain(): Promise<void> {
  const env = { ...process.env, PROVIDER_RESEND_AFTER_SECONDS: '1' };
  await promisify(execFile)(process.execPath, [main, 'job', 'wallet-transactions'], { env });
}

/** At a second API that still makes new customers v1, for the moment of the sign-up. */
async function signUpVeteran(who: { email: string; password: string; name: string }): Promise<void> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { ...process.env, PORT: String(port), PUBLIC_URL: url, FRONT_URL: url, ONBOARDING_OF_NEW_CUSTOMERS: 'v1' };
  const api = spawn(process.execPath, [main, 'api'], { env, stdio: 'ignore' });
  try {
    await stage.until(
      () =>
        fetch(`${url}/health/live`).then(
          ({ ok }) => ok,
          () => false,
        ),
      'the API of veterans',
    );
    const answer = await createClient(url).post('/api/auth/sign-up/email', who);
    if (answer.status !== 200) throw new Error(`no sign-up of ${who.email}: ${answer.status}: ${answer.text}`);
  } finally {
    api.kill();
    if (api.exitCode === null && api.signalCode === null) await once(api, 'exit');
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Border: a listening TCP server has an AddressInfo.
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function fill(): Promise<void> {
  console.log('Filling the demo world ...');
  const progress = createProgress(DESK_STEPS);
  await playDesk(stage, progress.step);
  for (const investor of [people.camille, people.noah]) await endSessions(investor);
  progress.end('The demo world is filled');
}

async function printWorld({ camille, noah }: People): Promise<void> {
  const properties = await listShown(stage.visitor());
  console.log(`
Demo world
${(await Promise.all([describeInvestor(camille), describeInvestor(noah)])).join('\n')}
  ${'Administrator'.padEnd(16)}${admin.email} / ${admin.password}
${[...properties.values()].map(describeProperty).join('\n')}

Try it
  curl -s ${apiUrl}/properties
  curl -s -c /tmp/mortar-cookies -H 'content-type: application/json' -H 'origin: ${apiUrl}' \\
    -d '{"email":"${camille.email}","password":"${PASSWORD}"}' ${apiUrl}/api/auth/sign-in/email
  curl -s -b /tmp/mortar-cookies ${apiUrl}/customers/wallet`);
}

async function describeInvestor(investor: DemoInvestor): Promise<string> {
  const { firstName, lastName, email } = investor;
  const account = `  ${`${firstName} ${lastName}`.padEnd(16)}${email} / ${PASSWORD}`;
  if (!(await signIn(investor))) return `${account}   (has another password now)`;
  const { balanceCents } = await walletOf(investor);
  await investor.client.post('/api/auth/sign-out');
  return `${account}   ${formatEuros(centsOf(balanceCents))}`;
}

function describeProperty({ name, investorContractType, fundingEnded, confirmedPercentage }: ShownProperty): string {
  const afterwards = investorContractType === 'royalty' ? 'bricks are resold' : 'paid back by a schedule';
  const state = fundingEnded ? `funded, ${afterwards}` : `funding at ${confirmedPercentage} %`;
  return `  ${name.padEnd(24)}${investorContractType.padEnd(12)}${state}`;
}
