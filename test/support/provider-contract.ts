// The world in which the payment port's contract is checked: its own sandbox, or the vendor's test environment.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  createPaymentProvider,
  type FailureKind,
  type IndividualProfile,
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
  /** An adapter that takes these for the platform's own accounts. */
  connectAs(platformAccountIds: readonly string[]): PaymentProvider;
  stop(): Promise<void>;
};

const { env } = process;
const vendor = env.PROVIDER_CONTRACT_BASE_URL;
/** Options of a test that needs the control routes. */
export const sandboxOnly = { skip: vendor ? 'needs the control routes of the sandbox' : false };
export const IBAN = 'FR7630006000011234567890189';

/** What a run against a provider needs to be given, each as PROVIDER_CONTRACT_<NAME>; docs/guides/contract-with-the-provider.md explains them. */
export const CONTRACT_SETTINGS = [
  'BASE_URL',
  'TOKEN_URL',
  'ONBOARDING_URL',
  'API_KEY',
  'SERVER_ADDRESS',
  'PAYER',
  'PAYEE',
  'BANK_ACCOUNT_ID',
  'MANDATE_ID',
] as const;
export type ContractSettings = Record<(typeof CONTRACT_SETTINGS)[number], string>;

/** Opens that world: what the settings name, else a sandbox. Tests that need the control routes are skipped with the former. */
export function openContractWorld(): Promise<ContractWorld> {
  return vendor ? Promise.resolve(namedWorld(vendor)) : sandboxWorld();
}

function namedWorld(baseUrl: string): ContractWorld {
  const setting = (name: keyof ContractSettings) =>
    env[`PROVIDER_CONTRACT_${name}`] ?? assert.fail(`PROVIDER_CONTRACT_${name} is not set`);
  const provider = createPaymentProvider({
    baseUrl,
    tokenUrl: setting('TOKEN_URL'),
    onboardingBaseUrl: setting('ONBOARDING_URL'),
    apiKey: setting('API_KEY'),
    platformAccountIds: [],
    serverAddress: setting('SERVER_ADDRESS'),
  });
  return {
    provider,
    payer: setting('PAYER'),
    payee: setting('PAYEE'),
    bankAccountId: Number(setting('BANK_ACCOUNT_ID')),
    mandateId: Number(setting('MANDATE_ID')),
    control: () => assert.fail('only the sandbox has control routes'),
    openOnboarding: () => assert.fail('only on its own pages'),
    connectAs: () => assert.fail('only needed with control routes'),
    stop: () => provider.close(),
  };
}

async function sandboxWorld(): Promise<ContractWorld> {
  const { settings, sandbox, stop } = await arrangeSandbox();
  return {
    provider: sandbox.connect(),
    payer: settings.PAYER,
    payee: settings.PAYEE,
    bankAccountId: Number(settings.BANK_ACCOUNT_ID),
    mandateId: Number(settings.MANDATE_ID),
    control: sandbox.control,
    openOnboarding: sandbox.openOnboarding,
    connectAs: (platformAccountIds) => sandbox.connect({ platformAccountIds }),
    stop,
  };
}

/** A sandbox with what the tests presuppose, and the settings that name it. */
export async function arrangeSandbox() {
  const sandbox = await startProviderSandbox();
  const [payer, payee] = [randomUUID(), randomUUID()];
  for (const accountId of [payer, payee]) {
    await sandbox.control('POST', '/accounts', { accountId, kind: 'individual', status: 6, balanceCents: 50_000 });
  }
  const holder = { iban: IBAN, holder: 'Camille Durand', status: 5 };
  const iban = await sandbox.control<{ id: number }>('POST', `/accounts/${payer}/ibans`, holder);
  const mandate = await sandbox.control<{ id: number }>('POST', `/accounts/${payer}/mandates`, holder);
  const settings: ContractSettings = {
    BASE_URL: sandbox.addresses.baseUrl,
    TOKEN_URL: sandbox.addresses.tokenUrl,
    ONBOARDING_URL: sandbox.addresses.onboardingBaseUrl,
    API_KEY: sandbox.apiKey,
    SERVER_ADDRESS: '192.0.2.1',
    PAYER: payer,
    PAYEE: payee,
    BANK_ACCOUNT_ID: String(iban.id),
    MANDATE_ID: String(mandate.id),
  };
  return { sandbox, settings, stop: () => sandbox.stop() };
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

/** Somebody whose account has this id. */
export function profile(accountId: string): IndividualProfile {
  return {
    kind: 'individual',
    accountId,
    email: `${accountId}@mortar.test`,
    sex: 'female',
    firstName: 'Camille',
    lastName: 'Durand',
    address: { street: '12 rue des Lilas', postcode: '75011', city: 'Paris', country: 'FRA' },
    birth: { date: Temporal.PlainDate.from('1990-02-28'), city: 'Lyon', country: 'FRA' },
    nationality: 'FRA',
    phone: '+33612345678',
  };
}

/** A surname that the provider does not know yet and does not take for test data: syllables. */
export function unknownName(): string {
  const syllables = [...randomUUID().replaceAll('-', '')].slice(0, 8).map((digit) => SYLLABLES[Number.parseInt(digit, 16)]);
  const name = syllables.join('');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const SYLLABLES = 'ba de fi go lu ma ne pi ro su ta ve zi bo du la'.split(' ');
