// The world in which the payment port's contract is checked: a sandbox of its own, or the vendor's test environment.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  createPaymentProvider,
  type FailureKind,
  type PaymentProvider,
  type ProviderResult,
} from '../../src/providers/payments/index.ts';
import { type Control, startProviderSandbox } from './provider-sandbox.ts';

export type ContractWorld = {
  provider: PaymentProvider;
  payer: string;
  payee: string;
  bankAccountId: number;
  mandateId: number;
  control: Control;
  openOnboarding(): Promise<{ id: number }>;
  stop(): Promise<void>;
};

const { env } = process;
const vendor = env.PROVIDER_CONTRACT_BASE_URL;
/** Options of a test that needs the control routes. */
export const sandboxOnly = { skip: vendor ? 'needs the control routes of the sandbox' : false };
export const IBAN = 'FR7630006000011234567890189';

/**
 * Opens that world.
 *
 * For the vendor's environment set PROVIDER_CONTRACT_BASE_URL, PROVIDER_CONTRACT_TOKEN_URL, PROVIDER_CONTRACT_ONBOARDING_URL,
 * PROVIDER_CONTRACT_API_KEY and PROVIDER_CONTRACT_SERVER_ADDRESS (an address the vendor has registered), and name what exists
 * there: PROVIDER_CONTRACT_PAYER (a verified account with 20 euros or more), PROVIDER_CONTRACT_PAYEE (another one),
 * PROVIDER_CONTRACT_BANK_ACCOUNT_ID (an activated IBAN of the payer), PROVIDER_CONTRACT_MANDATE_ID (a usable mandate of the
 * payer). Tests that need the sandbox's control routes are skipped then. The rest moves a few cents.
 */
export function openContractWorld(): Promise<ContractWorld> {
  return vendor ? Promise.resolve(vendorWorld(vendor)) : sandboxWorld();
}

function vendorWorld(baseUrl: string): ContractWorld {
  const setting = (name: string) => env[`PROVIDER_CONTRACT_${name}`] ?? assert.fail(`PROVIDER_CONTRACT_${name} is not set`);
  const provider = createPaymentProvider({
    baseUrl,
    tokenUrl: setting('TOKEN_URL'),
    onboardingBaseUrl: setting('ONBOARDING_URL'),
    apiKey: setting('API_KEY'),
    serverAddress: setting('SERVER_ADDRESS'),
  });
  return {
    provider,
    payer: setting('PAYER'),
    payee: setting('PAYEE'),
    bankAccountId: Number(setting('BANK_ACCOUNT_ID')),
    mandateId: Number(setting('MANDATE_ID')),
    control: () => assert.fail('the vendor has no control routes'),
    openOnboarding: () => assert.fail('only on its own pages'),
    stop: () => provider.close(),
  };
}

async function sandboxWorld(): Promise<ContractWorld> {
  const sandbox = await startProviderSandbox();
  const [payer, payee] = [randomUUID(), randomUUID()];
  for (const accountId of [payer, payee]) {
    await sandbox.control('POST', '/accounts', { accountId, kind: 'individual', status: 6, balanceCents: 50_000 });
  }
  const iban = await sandbox.control<{ id: number }>('POST', `/accounts/${payer}/ibans`, {
    iban: IBAN,
    holder: 'Camille Durand',
    status: 5,
  });
  const mandate = await sandbox.control<{ id: number }>('POST', `/accounts/${payer}/mandates`, {
    iban: IBAN,
    holder: 'Camille Durand',
    status: 5,
  });
  const { control, openOnboarding, stop } = sandbox;
  return {
    provider: sandbox.connect(),
    payer,
    payee,
    bankAccountId: iban.id,
    mandateId: mandate.id,
    control,
    openOnboarding,
    stop,
  };
}

export async function granted<T>(result: Promise<ProviderResult<T>>): Promise<T> {
  const settled = await result;
  assert.ok(settled.ok, JSON.stringify(settled));
  return settled.value;
}

export async function present<T>(result: Promise<ProviderResult<T | null>>): Promise<T> {
  return (await granted(result)) ?? assert.fail('the provider should know it');
}

export async function refused(result: Promise<ProviderResult<unknown>>, kind: FailureKind, code?: number): Promise<void> {
  const settled = await result;
  assert.ok(!settled.ok, `should be ${kind}`);
  assert.deepEqual({ kind: settled.kind, code: settled.code }, { kind, code });
}
