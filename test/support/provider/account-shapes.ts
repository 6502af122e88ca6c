// Our shapes of the provider's calls about accounts, their papers, IBANs and mandates.

import { call, digits, fields, flag, id, integer, list, oneOf, paged, patterned, seconds, slashDate, text } from './builders.ts';

// -1 is the platform's own account, which the provider's description forgets.
const accountStatus = oneOf(-1, 2, 3, 5, 6, 7, 8, 10, 12, 13, 14, 15, 16);
const documentStatus = oneOf(0, 1, 2, 3, 4, 5, 6, 7, 8);
const documentType = oneOf(0, 1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21);
const ibanStatus = oneOf(1, 2, 3, 4, 5, 6, 7, 8, 9);

const country = text(3, 3);
const adresse = fields({ country }, { street: text(256), postCode: text(10), city: text(140) });
// The country of a birth has a capital, that of an address has none.
const birth = fields({ date: slashDate }, { city: text(140), Country: country });
const company = fields(
  { name: text(256, 1), description: text(256, 1) },
  { websiteUrl: text(256, 1), identificationNumber: text(256, 1) },
);
const phone = patterned('^[0-9]{6,30}$', text(30, 6));
const email = patterned('^\\S+@\\S+\\.[A-Za-z]{2,}$', text(256, 6));
const payerOrBeneficiary = { type: 'integer', minimum: 1, maximum: 2 };
const person = {
  email,
  firstName: text(256, 2),
  lastName: text(256, 2),
  nationality: text(19),
  payerOrBeneficiary,
};
const further = {
  title: patterned('^[MFJU]$', text(1, 1)),
  adresse,
  phoneNumber: phone,
  mobileNumber: phone,
  isDebtor: flag,
};
const opened = { accountId: text(100, 1), ...person };
const limits = fields({});

const account = fields(
  { id: text(), internalId: id, balance: integer, status: integer, isblocked: flag, accountType: integer },
  {
    clientTitle: text(),
    firstname: text(),
    lastname: text(),
    email: text(),
    company,
    adresse,
    birth,
    nationality: text(),
    phoneNumber: text(),
    mobileNumber: text(),
    isDebtor: flag,
    payerOrBeneficiary: integer,
  },
);
const individual = fields({ account: fields({ id: text(), internalId: id }, { limits }) });
const legal = fields({ id: text(), lemonwayId: id }, { limits });
const document = fields({ id, status: documentStatus, type: documentType }, { validityDate: text(), comment: text() });
const iban = fields({ id, status: ibanStatus, iban: text(), type: integer }, { swift: text(), holder: text() });
const mandate = fields(
  { id, status: oneOf(0, 5, 6, 8, 9), IBAN: text() },
  { BIC: text(), holder: text(), UniqueMandateReference: text() },
);
const wallet = text(256);

export const accountCalls = [
  call('directkit', 'GET /v2/accounts/{accountid}', { answer: fields({ account }) }),
  call('directkit', 'POST /v2/accounts/retrieve', {
    query: fields({}, { page: integer }),
    body: fields({ accounts: list(fields({}, { accountid: text(), email: text() })) }),
    answer: fields({ accounts: list(account) }),
  }),
  call('directkit', 'GET /v2/accounts/balances', {
    query: paged({ updateDate: seconds, internalAccountIdStart: digits, internalAccountIdEnd: digits }),
    answer: fields({ accounts: list(fields({ id: text(), balance: integer, status: accountStatus })) }),
  }),
  call('directkit', 'GET /v2/accounts/{accountId}/balances/history', {
    query: fields({}, { atDate: seconds }),
    answer: fields({ balance: integer }),
  }),
  call('directkit', 'GET /v2/accounts/kycstatus', {
    query: paged({}, { updateDate: seconds }),
    answer: fields({
      accounts: list(
        fields({
          id: text(),
          status: accountStatus,
          date: text(),
          documents: list(document),
          ibans: list(iban),
          sddMandates: list(mandate),
        }),
      ),
    }),
  }),
  call('directkit', 'POST /v2/accounts/individual', {
    body: fields(opened, { ...further, birth, isUltimateBeneficialOwner: flag }),
    answer: individual,
  }),
  call('directkit', 'PUT /v2/accounts/individual/{accountid}', {
    body: fields({}, { ...person, ...further, Birth: birth }),
    answer: individual,
  }),
  call('directkit', 'POST /v2/accounts/legal', {
    body: fields({ ...opened, company }, { ...further, birth, isUltimateBeneficialOwner: flag }),
    answer: fields({ legalAccount: legal }),
  }),
  // The answer to a change has another key than that to the opening.
  call('directkit', 'PUT /v2/accounts/legal/{accountid}', {
    body: fields({ company }, { ...person, ...further, Birth: birth }),
    answer: fields({ account: legal }),
  }),
  call('directkit', 'PUT /v2/accounts/{accountid}/blocked', {
    body: fields({ isBlocked: flag }, { comment: text(256) }),
    answer: fields({ account: fields({ id: text(), isBlocked: flag }) }),
  }),
  call('directkit', 'PUT /v2/accounts/kycstatus/{accountid}', {
    body: fields({ status: oneOf(0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16) }),
    answer: fields({ account: fields({ id: text(), status: integer }) }),
  }),
  call('directkit', 'GET /v2/accounts/{accountid}/documents', { answer: fields({ documents: list(document) }) }),
  call('directkit', 'POST /v2/accounts/{accountid}/documents/upload', {
    body: fields({ name: text(), type: documentType, buffer: text() }, { sddMandateId: id }),
    answer: fields({
      uploadDocument: fields(
        { id, status: documentStatus },
        { substatus: oneOf(1, 2, 3, 4, 5, 6, 7, 8), accountstatus: accountStatus },
      ),
    }),
  }),
  call('directkit', 'GET /v2/moneyouts/{accountid}/iban', { answer: fields({ ibans: list(iban) }) }),
  call('directkit', 'POST /v2/moneyouts/iban', {
    body: fields(
      { accountId: text(256), holder: text(256), iban: text(34, 15) },
      { bic: text(11, 8), domiciliation1: text(256, 1), domiciliation2: text(256, 1), comment: text(512, 1) },
    ),
    answer: fields({ ibanId: id, status: ibanStatus }),
  }),
  call('directkit', 'PUT /v2/moneyouts/iban/{IbanId}/unregister', { body: fields({ wallet }), answer: fields({ id }) }),
  call('directkit', 'POST /v2/moneyins/bankwire/iban/create', {
    body: fields({ wallet, country: text(2) }),
    answer: fields(
      { id, iban: text(), bic: text(), holder: text(), status: integer },
      { domiciliation: text(), maxAvailableIbanPerWallet: integer, maxAvailableIban: integer },
    ),
  }),
  call('directkit', 'GET /v2/moneyins/{accountid}/mandate', { answer: fields({ mandates: list(mandate) }) }),
  call('directkit', 'POST /v2/moneyins/sdd/mandate', {
    body: fields(
      { wallet, holder: text(100), bic: text(11), iban: text(34, 15), isRecurring: flag },
      {
        isB2B: flag,
        street: text(256),
        postCode: text(10),
        city: text(256),
        country: text(256),
        mandateLanguage: text(2, 2),
        rum: text(),
      },
    ),
    // The provider's own misspelling; the next call has it right.
    answer: fields({ SSDMandate: mandate }),
  }),
  call('directkit', 'PUT /v2/moneyins/sdd/mandate/{mandatid}/unregister', {
    body: fields({ account: wallet }),
    answer: fields({ SDDMandate: mandate }),
  }),
];
