// Investors who may ask for a withdrawal: with a bank account, and a mailed code that a refused one gives back.

import { dataCipher } from '../../src/core/data-cipher.ts';
import { oneTimeCodeCipher } from '../../src/core/one-time-code-cipher.ts';
import type { LoadRequest } from '../load.ts';
import { cookieOf, idOf } from '../people.ts';
import type { MeasuredSystem } from '../system.ts';

export const BANK_ACCOUNT_IBAN = 'FR7630006000011234567890189';
export const IBAN_COLUMNS = 'iban_ciphertext, iban_digest, iban_end';
const CODE = '123456';
/** More than anybody has: everything is checked, nothing is written. */
const TOO_MUCH_CENTS = 100_000_000_000;

/** Their values in the bank account with this id. */
export function ibanValues({ environment }: MeasuredSystem, row: string): [Buffer, Buffer, string] {
  const { DATA_ENCRYPTION_KEY = '' } = environment;
  const cipher = dataCipher({ DATA_ENCRYPTION_KEY, DATA_ENCRYPTION_FORMER_KEY: undefined });
  return [
    cipher.encrypt(BANK_ACCOUNT_IBAN, { column: 'bank_account.iban', row }),
    cipher.digest(BANK_ACCOUNT_IBAN, 'iban'),
    BANK_ACCOUNT_IBAN.slice(-4),
  ];
}

/** Gives investor `n` both. */
export async function readyToWithdraw(system: MeasuredSystem, n: number): Promise<void> {
  const customerId = idOf('customer', n);
  const { id } = await system.control<{ id: number }>('POST', `/accounts/${customerId}/ibans`, {
    iban: BANK_ACCOUNT_IBAN,
    holder: 'Camille Durand',
    status: 5,
  });
  await system.sql(
    `insert into bank_account (${IBAN_COLUMNS}, id, customer_id, holder, status, provider_iban_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'Camille Durand', 'activated', $6, now(), now())
     on conflict (customer_id, iban_digest) do update set provider_iban_id = excluded.provider_iban_id`,
    [...ibanValues(system, idOf('method', n)), idOf('method', n), customerId, id],
  );
  const sealed = oneTimeCodeCipher(system.environment.MFA_ENCRYPTION_KEY ?? '').encrypt(CODE, `${customerId} withdraw`);
  await system.sql(
    `insert into mfa_context (customer_id, action, code_ciphertext, code_expires_at)
     values ($1, 'withdraw', decode($2, 'hex'), now() + interval '1 day')
     on conflict (owner_id, action) do update
     set code_ciphertext = excluded.code_ciphertext, code_expires_at = excluded.code_expires_at`,
    [customerId, sealed.toString('hex')],
  );
}

/** A withdrawal that the balance does not cover. */
export function refusedWithdrawal(system: MeasuredSystem, n: number): LoadRequest {
  return {
    method: 'POST',
    path: '/customers/provider/payment-intent/withdrawal',
    headers: { cookie: cookieOf(system, n), tfa: CODE },
    body: JSON.stringify({ paymentMethodId: idOf('method', n), amount: TOO_MUCH_CENTS }),
  };
}
