// The payment provider: the port, its HTTP adapter, and the parsers of its notifications.

import { accountMethods, documentMethods } from './accounts.ts';
import { bankAccountMethods, virtualIbanMethods } from './bank-accounts.ts';
import { type CallObserver, createClient } from './client.ts';
import { moneyInMethods } from './direct-debits.ts';
import { onboardingMethods } from './onboarding.ts';
import { payoutMethods } from './payouts.ts';
import type { PaymentProvider } from './port.ts';
import type { ProviderLog } from './replies.ts';
import { statementMethods } from './statement.ts';
import { transferMethods } from './transfers.ts';

export type { CallObserver } from './client.ts';
export * from './notifications.ts';
export type * from './port.ts';
export type { ProviderLog } from './replies.ts';
export { FILE_REFUSED } from './replies.ts';
export { isArrivedMoneyIn, readingPeriod } from './statement.ts';

export type PaymentProviderOptions = {
  /** DirectKit base URL, without `/v2`. */
  baseUrl: string;
  tokenUrl: string;
  /** Opaque key of the token endpoint. */
  apiKey: string;
  onboardingBaseUrl: string;
  /** The platform's own accounts, of which the provider shows less at once. */
  platformAccountIds: readonly string[];
  /** Sent as the end user's address for calls without an end user. */
  serverAddress: string;
  /** Timeout of a whole call: token, request and retry. Default 10 000. */
  timeoutMs?: number | undefined;
  /** Same for a document upload. Default 30 000. */
  uploadTimeoutMs?: number | undefined;
  /** Maximum of connections. Default 64. */
  connections?: number | undefined;
  /** Consecutive failures that open the circuit breaker for `breakerResetMs`. Defaults 10 and 2 000. */
  breakerThreshold?: number | undefined;
  breakerResetMs?: number | undefined;
  onCall?: CallObserver | undefined;
  log?: ProviderLog | undefined;
};

/** The provider over HTTP (provider.md). One per process, as it holds the token, the connections and the circuit breaker. */
export function createPaymentProvider(options: PaymentProviderOptions): PaymentProvider {
  const client = createClient({
    ...options,
    timeoutMs: options.timeoutMs ?? 10_000,
    connections: options.connections ?? 64,
    breakerThreshold: options.breakerThreshold ?? 10,
    breakerResetMs: options.breakerResetMs ?? 2_000,
  });
  return {
    ...accountMethods(client),
    ...statementMethods(client, options.platformAccountIds),
    ...documentMethods(client, options.uploadTimeoutMs ?? 30_000),
    ...bankAccountMethods(client),
    ...virtualIbanMethods(client),
    ...transferMethods(client),
    ...payoutMethods(client),
    ...moneyInMethods(client),
    ...onboardingMethods(client),
    close: () => client.close(),
  };
}
