// Our shapes of the token endpoint and of the online onboarding, of which the provider has no description for machines.

import { call, either, fields, integer, list, id as number, paged, patterned, text, word } from './builders.ts';

// Numbers on some pages of the provider, texts on others.
const id = either(number, text());
const day = patterned('^[12]\\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$');
const country = patterned('^[A-Z]{2}$');
const person = fields(
  {
    firstName: text(256, 2),
    lastName: text(256, 2),
    birthDate: day,
    email: text(256, 6),
    birthCountry: country,
    nationalities: list(country),
    address: fields({ country }, { street: text(256), postCode: text(10), city: text(140) }),
  },
  { birthCity: text(140), phoneNumber: patterned('^\\+[1-9][0-9]{6,14}$') },
);
const entity = fields(
  { name: text(256, 1), type: word('COMPANY', 'ASSOCIATION', 'SOLE_TRADER'), registrationCountry: country },
  { registrationNumber: text(), registrationDate: day },
);
const heading = { profile: word('LENDER', 'INVESTOR', 'PROJECT_HOLDER', 'DONOR'), walletId: text(100, 1) };
const activity = patterned('^(MARKETPLACE_[A-Z_]+|CROWDLENDING|CROWDEQUITY|CROWDFUNDING_DONATION|INVOICE_TRADING)$');

const status = word('CREATED', 'ACCEPTED', 'DENIED', 'BLOCKED');
const profileStatus = word(
  'ACCEPTED',
  'AWAITING_INFORMATION',
  'CREATION_IN_PROGRESS',
  'DENIED',
  'IDENTITY_VERIFICATION_IN_PROGRESS',
  'IDENTITY_VERIFICATION_ABANDONED',
  'IDENTITY_VERIFICATION_ERROR',
  'INFORMATION_COLLECTION_IN_PROGRESS',
  'REJECTED',
  'UNDER_ANALYSIS',
);
const requirement = fields({ id, type: text(), dueDate: text(), status: word('REQUESTED', 'ACCEPTED', 'REJECTED') });
const restriction = fields({ id, category: text(), reason: text(), activatedAt: text(), requirementIds: list(id) });
const account = fields(
  { id, status, profileStatus, walletId: text() },
  {
    profileId: id,
    individual: person,
    legalEntity: entity,
    requirements: list(requirement),
    restrictions: list(restriction),
  },
);
const created = fields({ id, status, profileStatus });
const link = fields({ id, url: text(2000, 1) });

/** Where the token endpoint really is, its setting says. */
export const TOKEN_PATH = '/api/v1/oauth/token';

export const onboardingCalls = [
  call('token', `POST ${TOKEN_PATH}`, {
    body: fields({}, { grant_type: word('client_credentials'), Grant_type: word('client_credentials') }),
    answer: fields({ access_token: text(4000, 1), token_type: word('Bearer'), expires_in: integer }),
  }),
  call('onboarding', 'GET /accounts', {
    query: paged({ walletId: text() }),
    answer: fields({ accounts: list(account) }),
  }),
  call('onboarding', 'GET /accounts/{id}', { answer: account }),
  call('onboarding', 'POST /accounts/individual', {
    body: fields({ ...heading, individual: person }, { activity }),
    answer: created,
  }),
  call('onboarding', 'POST /accounts/legal-entity', {
    body: fields({ ...heading, legalEntity: entity, legalRepresentative: person }, { activity }),
    answer: created,
  }),
  ...['individual', 'company', 'association', 'sole-trader'].map((kind) =>
    call('onboarding', `POST /onboardings/${kind}`, {
      body: fields({ accountId: id, redirectUrl: text(2000, 1) }),
      answer: link,
    }),
  ),
  call('onboarding', 'GET /onboardings/{onboardingId}/resume', { answer: link }),
  // In the provider's test environment only.
  call('onboarding', 'POST /sandbox/kyc-update/{accountId}', { answer: requirement }),
];
