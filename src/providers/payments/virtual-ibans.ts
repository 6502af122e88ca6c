// Virtual IBANs of the provider, which receive wires for one account.

import Type from 'typebox';
import { shapeOf } from '../../core/http/shape.ts';
import type { Client } from './client.ts';
import type { PaymentProvider } from './port.ts';
import { bankAccountStatusOf } from './statuses.ts';
import { MaybeText } from './wire.ts';

const VirtualIbanReply = shapeOf(
  Type.Object({
    id: Type.Integer(),
    iban: Type.String({ minLength: 15 }),
    bic: MaybeText,
    holder: MaybeText,
    status: Type.Integer(),
  }),
);

/** POST of IBANs below /v2/moneyins; they are listed among the bank accounts, as virtual. */
export function virtualIbanMethods(client: Client): Pick<PaymentProvider, 'createVirtualIban'> {
  return {
    createVirtualIban: ({ accountId, country }, context) =>
      client.call(
        {
          operation: 'createVirtualIban',
          method: 'POST',
          path: '/v2/moneyins/bankwire/iban/create',
          body: { wallet: accountId, country },
          shape: VirtualIbanReply,
          read: ({ id, iban, bic, holder, status }) => ({
            bankAccountId: id,
            iban,
            bic: bic || null,
            holder: holder ?? '',
            status: bankAccountStatusOf(status),
          }),
        },
        context,
      ),
  };
}
