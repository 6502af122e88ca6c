// Functional errors of the provider, as provider.md#failures codes them.

export type ProviderError = Error & { providerCode: number };

/** An error that the caller gets as `{ error: { code, message } }`; the codes are those of provider.md#failures. */
export function providerError(code: number, message: string): ProviderError {
  return Object.assign(new Error(message), { providerCode: code });
}

export function isProviderError(error: unknown): error is ProviderError {
  return error instanceof Error && 'providerCode' in error;
}

export const errorBody = (code: number, message: string) => ({ error: { code, message } });
