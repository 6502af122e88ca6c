// Investors who may ask for a withdrawal: with a bank account, and a mailed code that a refused one gives back.

import { oneTimeCodeCipher } from '../../src/core/one-time-code-cipher.ts';
import type { LoadRequest } from '../load.ts';
import { cookieOf, idOf } from '../people.ts';
import type { MeasuredSystem } from '../system.ts';

const IBAN = 'FR7630006000011234567890189';
const CODE = '123456';
/** More than anybody has: everything is checked, nothing is written. */
const TOO_MUCH_CENTS = 100_000_000_000;

/** Gives investor `n` both. */
export async function readyToWithdraw(system: MeasuredSystem, n: number): Promise<void> {
  const customerId = idOf('customer', n);
  const { id } = await system.control<{ id: number }>('POST', `/accounts/${customerId}/ibans`, {
    iban: IBAN,
    holder: 'Camille Durand',
    status: 5,
  });
  await system.sql(
    `insert into bank_account (id, customer_id, iban, holder, status, provider_iban_id, created_at, updated_at)
     values ($1, $2, '${IBAN}', 'Camille Durand', 'activated', $3, now(), now())
     on conflict (customer_id, iban) do update set provider_iban_id = excluded.provider_iban_id`,
    [idOf('method', n), customerId, id],
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
