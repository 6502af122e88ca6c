// A sandbox on free ports with a payment adapter, for the tests of the providers.

import { randomUUID } from 'node:crypto';
import { startSandbox } from '../../sandbox/start.ts';
import { createPaymentProvider, type PaymentProvider, type PaymentProviderOptions } from '../../src/providers/payments/index.ts';

/** A control route of the sandbox; throws on anything but 2xx. The caller names the shape it knows the route to answer. */
export type Control = <T = unknown>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => Promise<T>;

export type ProviderSandbox = {
  url: string;
  smtpUrl: string;
  addresses: { baseUrl: string; tokenUrl: string; onboardingBaseUrl: string };
  apiKey: string;
  control: Control;
  /** An account of the online onboarding that we did not ask for. */
  openOnboarding(): Promise<{ id: number }>;
  /** A further adapter, with its own token and circuit. */
  connect(options?: Partial<PaymentProviderOptions>): PaymentProvider;
  stop(): Promise<void>;
};

const API_KEY = 'key-of-the-adapter-tests';

export async function startProviderSandbox(settings: Parameters<typeof startSandbox>[0] = {}): Promise<ProviderSandbox> {
  const sandbox = await startSandbox({ ...settings, keys: { provider: API_KEY } });
  const adapters: PaymentProvider[] = [];
  return {
    url: sandbox.url,
    smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    addresses: addressesOf(sandbox.url),
    apiKey: API_KEY,
    control: controlOf(sandbox.url),
    openOnboarding: () => controlOf(sandbox.url)('POST', '/onboardings', { accountId: randomUUID() }),
    connect(options = {}) {
      const adapter = createPaymentProvider({
        ...addressesOf(sandbox.url),
        apiKey: API_KEY,
        platformAccountIds: ['mortar-main'],
        serverAddress: '192.0.2.1',
        ...options,
      });
      adapters.push(adapter);
      return adapter;
    },
    async stop() {
      await Promise.all(adapters.map((adapter) => adapter.close()));
      await sandbox.stop();
    },
  };
}

function addressesOf(url: string) {
  return {
    baseUrl: `${url}/directkitrest`,
    tokenUrl: `${url}/oauth/api/v1/oauth/token`,
    onboardingBaseUrl: `${url}/onboarding`,
  };
}

function controlOf(url: string): Control {
  return async <T>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/_control${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} /_control${path} answered ${response.status}: ${text}`);
    // The sandbox's own answer, in the shape its caller names.
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
}
