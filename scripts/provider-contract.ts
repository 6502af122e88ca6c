// `npm run provider-contract`: holds a provider against what Mortar expects of it, and says what differs. With the settings
// PROVIDER_CONTRACT_* it asks the provider's test environment, without them a sandbox that it starts.
import { once } from 'node:events';
import { run } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Exchange, Finding } from '../test/support/provider/calls.ts';
import { judge } from '../test/support/provider/calls.ts';
import { ourShapes, providersDescription } from '../test/support/provider/description.ts';
import { startRecordingProxy } from '../test/support/provider/recording-proxy.ts';
import { reportOf, type Verdict } from '../test/support/provider/report.ts';
import { arrangeSandbox, CONTRACT_SETTINGS, type ContractSettings } from '../test/support/provider-contract.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
/** Arguments choose among them. */
const SUITES = ['accounts', 'money', 'onboarding']
  .filter((part) => process.argv.length === 2 || process.argv.includes(part))
  .map((part) => `${PROJECT}src/providers/payments/${part}-contract.test.ts`);

/** The settings of the environment, or of a sandbox. @throws when some are set and some are not */
async function whomToAsk(): Promise<{ target: string; settings: ContractSettings; stop(): Promise<void> }> {
  const set = CONTRACT_SETTINGS.filter((name) => process.env[`PROVIDER_CONTRACT_${name}`]);
  if (set.length === 0) {
    const { settings, stop } = await arrangeSandbox();
    return { target: 'The sandbox', settings, stop };
  }
  const missing = CONTRACT_SETTINGS.filter((name) => !set.includes(name));
  if (missing.length > 0) throw new Error(`not set: ${missing.map((name) => `PROVIDER_CONTRACT_${name}`).join(', ')}`);
  // Border: every name was just found to be set.
  const settings = Object.fromEntries(
    CONTRACT_SETTINGS.map((name) => [name, process.env[`PROVIDER_CONTRACT_${name}`]]),
  ) as ContractSettings;
  return { target: settings.BASE_URL, settings, stop: async () => {} };
}

/** Runs the suites against these settings, each in its own process. */
async function runSuites(settings: ContractSettings): Promise<Verdict[]> {
  const named = Object.entries(settings).map(([name, value]) => [`PROVIDER_CONTRACT_${name}`, value]);
  const verdicts: Verdict[] = [];
  const tests = run({ files: SUITES, concurrency: 1, env: { ...process.env, ...Object.fromEntries(named) } });
  tests.on('test:pass', ({ name, skip, details }) => {
    if (details.type !== 'suite') verdicts.push({ name, outcome: skip ? 'skipped' : 'passed' });
  });
  tests.on('test:fail', ({ name, details }) => {
    const { cause } = details.error;
    verdicts.push({ name, outcome: 'failed', reason: cause instanceof Error ? cause.message : details.error.message });
  });
  tests.resume();
  await once(tests, 'end');
  return verdicts;
}

async function main(): Promise<boolean> {
  const { target, settings, stop } = await whomToAsk();
  const descriptions = [ourShapes, providersDescription()].filter((one) => one !== undefined);
  const findings: Finding[] = [];
  let calls = 0;
  const record = (exchange: Exchange) => {
    calls += 1;
    for (const description of descriptions) findings.push(...judge(description, exchange));
  };
  const proxy = await startRecordingProxy(
    { baseUrl: settings.BASE_URL, tokenUrl: settings.TOKEN_URL, onboardingBaseUrl: settings.ONBOARDING_URL },
    record,
  );
  try {
    const { baseUrl, tokenUrl, onboardingBaseUrl } = proxy.addresses;
    const verdicts = await runSuites({
      ...settings,
      BASE_URL: baseUrl,
      TOKEN_URL: tokenUrl,
      ONBOARDING_URL: onboardingBaseUrl,
    });
    const { text, differs } = reportOf({ target, verdicts, calls, findings });
    console.log(text);
    return differs;
  } finally {
    await proxy.stop();
    await stop();
  }
}

try {
  process.exitCode = (await main()) ? 1 : 0;
} catch (error) {
  console.error(`provider-contract did not run: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
