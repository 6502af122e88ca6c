// Maps the provider's error codes to our kinds of failure (provider.md#failures).

import type { FailureKind, ProviderFailure } from './port.ts';

const KINDS: Record<FailureKind, readonly number[]> = {
  unavailable: [1, 179, 180, 181, 182, 183, 184, 185, 189, 191, 288, 297],
  'insufficient-balance': [110],
  'account-not-verified': [111],
  unauthorized: [120],
  'not-found': [143, 147],
  conflict: [152, 204],
  'account-blocked': [167],
  'receiver-blocked': [168],
  'receiver-closed': [146],
  retired: [],
  rejected: [100, 101, 109, 138, 151, 186, 188, 215, 220, 221, 234, 235],
};

const KIND_OF_CODE = new Map<number, FailureKind>(
  // Border: Object.entries widens the keys of the record to string.
  (Object.entries(KINDS) as [FailureKind, readonly number[]][]).flatMap(([kind, codes]) =>
    codes.map((code) => [code, kind] as const),
  ),
);

/** The account id exists already: the conflict that `openAccount` handles. */
export const ACCOUNT_EXISTS = 152;
/** The file is too small, too big or of an unsupported format: the user can upload another one. */
export const FILE_REFUSED = 235;

/** Kind of a provider code; an unlisted code is a refusal. All kinds but `unavailable` are final. */
export function kindOfCode(code: number): FailureKind {
  return KIND_OF_CODE.get(code) ?? 'rejected';
}

const IBAN = /\b[A-Z]{2}\d{2}(?:[A-Z0-9]{11,30}|(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,4})?)\b/gi;

/** Masks IBANs, with or without spaces, except for their first and last four characters. */
export function maskIbans(text: string): string {
  return text.replace(IBAN, (iban) => `${iban.slice(0, 4)}…${iban.slice(-4)}`);
}

/** Failure whose message is safe to log. */
export function failure(kind: FailureKind, message: string, code?: number): ProviderFailure {
  const safe = maskIbans(message).slice(0, 300);
  return code === undefined ? { ok: false, kind, message: safe } : { ok: false, kind, code, message: safe };
}
