// Accounts (wallets) at the provider and their documents: reading, opening, updating, balances.

import { Buffer } from 'node:buffer';
import Type, { type Static } from 'typebox';
import { shapeOf } from '../../core/http/external-json.ts';
import { WholeCents } from '../../core/http/schemas.ts';
import type { Client } from './client.ts';
import type { Account, IndividualProfile, LegalProfile, PaymentProvider } from './port.ts';
import { ACCOUNT_EXISTS } from './replies.ts';
import { documentStatusOf, documentTypeCode, documentTypeOf, kycStatusOf } from './statuses.ts';
import { MaybeInteger, MaybeText, segment, WHOLE_LIST, wireDate } from './wire.ts';

const AccountRow = Type.Object({
  id: Type.String(),
  internalId: Type.Integer(),
  balance: WholeCents(),
  status: Type.Integer(),
  isblocked: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  accountType: MaybeInteger,
  company: Type.Optional(Type.Unknown()),
});
const AccountReply = shapeOf(Type.Object({ account: AccountRow }));

const BalancesReply = shapeOf(
  Type.Object({ accounts: Type.Array(Type.Object({ id: Type.String(), balance: WholeCents(), status: Type.Integer() })) }),
);

// The two creation calls name the account and its number differently.
const IndividualReply = shapeOf(Type.Object({ account: Type.Object({ id: Type.String(), internalId: Type.Integer() }) }));
const LegalAccount = Type.Object({ id: Type.String(), lemonwayId: Type.Integer() });
const LegalReply = shapeOf(Type.Object({ legalAccount: LegalAccount }));
// The provider's description and its pages disagree on the key of a changed company.
const ChangedLegalReply = shapeOf(
  Type.Union([Type.Object({ account: LegalAccount }), Type.Object({ legalAccount: LegalAccount })]),
);

function accountOf(account: Static<typeof AccountRow>): Account {
  const legal = account.accountType === 1 || (typeof account.accountType !== 'number' && Boolean(account.company));
  return {
    accountId: account.id,
    internalId: account.internalId,
    balanceCents: account.balance,
    kycStatus: kycStatusOf(account.status),
    rawStatus: account.status,
    blocked: account.isblocked === true,
    kind: legal ? 'legal' : 'individual',
  };
}

/** The calls below /v2/accounts that concern the account itself. */
export function accountMethods(
  client: Client,
): Pick<PaymentProvider, 'getAccount' | 'getBalances' | 'openAccount' | 'updateAccount'> {
  const getAccount: PaymentProvider['getAccount'] = (accountId, context) =>
    client.call(
      {
        operation: 'getAccount',
        method: 'GET',
        path: `/v2/accounts/${segment(accountId)}`,
        shape: AccountReply,
        read: (reply) => accountOf(reply.account),
      },
      context,
    );

  return {
    getAccount,
    getBalances: (since, context) =>
      client.call(
        {
          ...WHOLE_LIST,
          operation: 'getBalances',
          method: 'GET',
          path: '/v2/accounts/balances',
          query: { updateDate: Math.floor(since.epochMilliseconds / 1000) },
          shape: BalancesReply,
          read: ({ accounts }) =>
            accounts.map((account) => ({
              accountId: account.id,
              balanceCents: account.balance,
              kycStatus: kycStatusOf(account.status),
              rawStatus: account.status,
            })),
        },
        context,
      ),
    async openAccount(profile, context) {
      const opened = await (profile.kind === 'legal'
        ? openLegal(client, profile, context)
        : openIndividual(client, profile, context));
      if (opened.ok || (opened.code !== ACCOUNT_EXISTS && opened.kind !== 'retired')) return opened;
      // The account may exist: the reply of an earlier call was lost, it was created otherwise, or before such calls were retired.
      const account = await getAccount(profile.accountId, context);
      if (!account.ok) return opened.kind === 'retired' && account.kind === 'not-found' ? opened : account;
      return { ok: true, value: { accountId: account.value.accountId, internalId: account.value.internalId, existing: true } };
    },
    updateAccount: (profile, context) =>
      profile.kind === 'legal' ? updateLegal(client, profile, context) : updateIndividual(client, profile, context),
  };
}

function openIndividual(client: Client, profile: IndividualProfile, context: Parameters<PaymentProvider['openAccount']>[1]) {
  return client.call(
    {
      operation: 'openAccount',
      method: 'POST',
      path: '/v2/accounts/individual',
      body: personOf(profile),
      shape: IndividualReply,
      read: ({ account }) => ({ accountId: account.id, internalId: account.internalId, existing: false }),
    },
    context,
  );
}

function openLegal(client: Client, profile: LegalProfile, context: Parameters<PaymentProvider['openAccount']>[1]) {
  return client.call(
    {
      operation: 'openAccount',
      method: 'POST',
      path: '/v2/accounts/legal',
      body: { ...personOf(profile), company: profile.company },
      shape: LegalReply,
      read: ({ legalAccount }) => ({ accountId: legalAccount.id, internalId: legalAccount.lemonwayId, existing: false }),
    },
    context,
  );
}

function updateIndividual(client: Client, profile: IndividualProfile, context: Parameters<PaymentProvider['openAccount']>[1]) {
  return client.call(
    {
      operation: 'updateAccount',
      method: 'PUT',
      path: `/v2/accounts/individual/${segment(profile.accountId)}`,
      body: changedPersonOf(profile),
      shape: IndividualReply,
      read: ({ account }) => ({ accountId: account.id, internalId: account.internalId, existing: true }),
    },
    context,
  );
}

function updateLegal(client: Client, profile: LegalProfile, context: Parameters<PaymentProvider['openAccount']>[1]) {
  return client.call(
    {
      operation: 'updateAccount',
      method: 'PUT',
      path: `/v2/accounts/legal/${segment(profile.accountId)}`,
      body: { ...changedPersonOf(profile), company: profile.company },
      shape: ChangedLegalReply,
      read: (reply) => {
        const { id, lemonwayId } = 'account' in reply ? reply.account : reply.legalAccount;
        return { accountId: id, internalId: lemonwayId, existing: true };
      },
    },
    context,
  );
}

const TITLES = { female: 'F', male: 'M' } as const;
const ROLES = { payer: 1, beneficiary: 2 } as const;

/** The person's fields in the provider's spelling: `adresse`, and `Country` with a capital only within `birth`. */
function personOf(profile: IndividualProfile | LegalProfile) {
  const { address, birth } = profile;
  return {
    accountId: profile.accountId,
    email: profile.email,
    title: profile.sex ? TITLES[profile.sex] : 'U',
    firstName: profile.firstName,
    lastName: profile.lastName,
    adresse: { street: address.street, postCode: address.postcode, city: address.city, country: address.country },
    birth: { date: wireDate(birth.date), city: birth.city, Country: birth.country },
    nationality: profile.nationality,
    ...(profile.phone ? { mobileNumber: profile.phone.replace(/\D/g, '').replace(/^00/, '') } : {}),
    payerOrBeneficiary: ROLES[profile.role ?? 'payer'],
  };
}

/** The same for the update calls: no account id in the body, and `Birth` with a capital (provider.md#calls-that-mortar-makes). */
function changedPersonOf(profile: IndividualProfile | LegalProfile) {
  const { birth, ...person } = personOf(profile);
  return { ...person, accountId: undefined, Birth: birth };
}

const DocumentsReply = shapeOf(
  Type.Object({
    documents: Type.Array(Type.Object({ id: Type.Integer(), status: Type.Integer(), type: Type.Integer(), comment: MaybeText })),
  }),
);

const UploadReply = shapeOf(Type.Object({ uploadDocument: Type.Object({ id: Type.Integer(), status: Type.Integer() }) }));

/** The calls below /v2/accounts/{id}/documents. An upload carries up to 10 MB as base64, so it has a longer timeout. */
export function documentMethods(
  client: Client,
  uploadTimeoutMs: number,
): Pick<PaymentProvider, 'uploadDocument' | 'listDocuments'> {
  return {
    uploadDocument: (upload, context) =>
      client.call(
        {
          operation: 'uploadDocument',
          method: 'POST',
          path: `/v2/accounts/${segment(upload.accountId)}/documents/upload`,
          body: { name: upload.name, type: documentTypeCode(upload.type), buffer: Buffer.from(upload.bytes).toString('base64') },
          timeoutMs: uploadTimeoutMs,
          shape: UploadReply,
          read: ({ uploadDocument: document }) => ({
            documentId: document.id,
            ...documentStatusOf(document.status),
            rawStatus: document.status,
          }),
        },
        context,
      ),
    listDocuments: (accountId, context) =>
      client.call(
        {
          operation: 'listDocuments',
          method: 'GET',
          path: `/v2/accounts/${segment(accountId)}/documents`,
          shape: DocumentsReply,
          read: ({ documents }) =>
            documents.map((document) => ({
              documentId: document.id,
              type: documentTypeOf(document.type),
              ...documentStatusOf(document.status),
              rawStatus: document.status,
              comment: document.comment || null,
            })),
        },
        context,
      ),
  };
}
