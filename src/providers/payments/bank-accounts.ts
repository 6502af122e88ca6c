// Bank accounts, mandates and virtual IBANs at the provider.

import Type, { type Static } from 'typebox';
import { shapeOf } from '../../core/http/external-json.ts';
import type { Client } from './client.ts';
import type { BankAccount, PaymentProvider } from './port.ts';
import { bankAccountStatusOf, mandateStatusOf } from './statuses.ts';
import { MaybeInteger, MaybeText, segment } from './wire.ts';

const IbanRow = Type.Object({
  id: Type.Integer(),
  status: Type.Integer(),
  iban: Type.String(),
  swift: MaybeText,
  holder: MaybeText,
  type: MaybeInteger,
});
type IbanRow = Static<typeof IbanRow>;

const BankAccountsReply = shapeOf(Type.Object({ ibans: Type.Array(IbanRow) }));

const RegistrationReply = shapeOf(Type.Object({ ibanId: Type.Integer(), status: Type.Integer() }));

const UnregisteredReply = shapeOf(Type.Object({ id: Type.Integer() }));

const MandatesReply = shapeOf(
  Type.Object({
    mandates: Type.Array(
      Type.Object({
        id: Type.Integer(),
        status: Type.Integer(),
        IBAN: MaybeText,
        BIC: MaybeText,
        holder: MaybeText,
        UniqueMandateReference: MaybeText,
      }),
    ),
  }),
);

const VIRTUAL_IBAN = 2;

type BankAccountMethods = Pick<
  PaymentProvider,
  'listBankAccounts' | 'registerBankAccount' | 'unregisterBankAccount' | 'listMandates'
>;

/** IBANs below /v2/moneyouts, GET of mandates below /v2/moneyins. */
export function bankAccountMethods(client: Client): BankAccountMethods {
  return {
    listBankAccounts: (accountId, context) =>
      client.call(
        {
          operation: 'listBankAccounts',
          method: 'GET',
          path: `/v2/moneyouts/${segment(accountId)}/iban`,
          shape: BankAccountsReply,
          read: ({ ibans }) => ibans.map(toBankAccount),
        },
        context,
      ),
    registerBankAccount: ({ accountId, holder, iban, bic }, context) =>
      client.call(
        {
          operation: 'registerBankAccount',
          method: 'POST',
          path: '/v2/moneyouts/iban',
          body: { accountId, holder, iban, ...(bic ? { bic } : {}) },
          shape: RegistrationReply,
          read: (reply) => ({ bankAccountId: reply.ibanId, status: bankAccountStatusOf(reply.status), rawStatus: reply.status }),
        },
        context,
      ),
    unregisterBankAccount: ({ accountId, bankAccountId }, context) =>
      client.call(
        {
          operation: 'unregisterBankAccount',
          method: 'PUT',
          path: `/v2/moneyouts/iban/${segment(bankAccountId)}/unregister`,
          body: { wallet: accountId },
          shape: UnregisteredReply,
          read: ({ id }) => ({ bankAccountId: id }),
        },
        context,
      ),
    listMandates: (accountId, context) =>
      client.call(
        {
          operation: 'listMandates',
          method: 'GET',
          path: `/v2/moneyins/${segment(accountId)}/mandate`,
          shape: MandatesReply,
          read: ({ mandates }) =>
            mandates.map((row) => {
              const status = mandateStatusOf(row.status);
              return {
                mandateId: row.id,
                iban: row.IBAN ?? '',
                bic: row.BIC || null,
                holder: row.holder ?? '',
                reference: row.UniqueMandateReference || null,
                status,
                rawStatus: row.status,
                usable: status === 'usable',
              };
            }),
        },
        context,
      ),
  };
}

function toBankAccount(row: IbanRow): BankAccount {
  return {
    bankAccountId: row.id,
    iban: row.iban,
    bic: row.swift || null,
    holder: row.holder ?? '',
    status: bankAccountStatusOf(row.status),
    rawStatus: row.status,
    virtual: row.type === VIRTUAL_IBAN,
  };
}

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
