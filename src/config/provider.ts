// The payment provider, the onboarding there, and the accounts of the platform.

import { integer, oneOf, recordUrl, required, secret, subject, text, url } from './schema.ts';

export const provider = subject('Payment provider', 'Who keeps the wallets and moves the money.', {
  PROVIDER_BASE_URL: required(url('http://127.0.0.1:4010/directkitrest', 'Address of the payment API, without `/v2`.')),
  PROVIDER_TOKEN_URL: required(
    url('http://127.0.0.1:4010/oauth/api/v1/oauth/token', 'Address at which the provider gives access tokens.'),
  ),
  PROVIDER_ONBOARDING_BASE_URL: required(
    url(
      'http://127.0.0.1:4010/onboarding',
      'Address of the online onboarding, in which investors give their documents to the provider itself.',
    ),
  ),
  PROVIDER_API_KEY: secret(
    'sandbox-provider-key',
    8,
    'Key that the provider gave us; sent as `Authorization: Basic` when we ask for an access token.',
  ),
  PROVIDER_SERVER_ADDRESS: required(
    text('127.0.0.1', 'Our own IP address, sent as the header `PSU-IP-Address` when no investor is behind a call.'),
  ),
  PROVIDER_WEBHOOK_API_KEY: secret<string | undefined>(
    'sandbox-webhook-key',
    8,
    'What the provider must send as the query parameter `apiKey` with its notifications. Set but empty, outside production: the parameter is not checked.',
    { emptyIsOff: true },
  ),
  PROVIDER_TIMEOUT_MS: integer(10_000, 'Time limit of one call to the provider.', {
    min: 100,
    max: 20_000,
  }),
  PROVIDER_RESEND_AFTER_SECONDS: integer(
    60,
    'A payment whose outcome is unknown is sent again only this long after the attempt, and only when the provider does not know its reference. Well above the limit of one call, which may still be under way when we have given it up: production refuses less than twice PROVIDER_TIMEOUT_MS.',
    { min: 1 },
  ),
  PROVIDER_PENDING_WAIT_MS: integer(
    1_500,
    'How long a request goes on asking for a transfer that the provider has not ended; then it answers, and the transfer is shown as waiting.',
    { max: 10_000 },
  ),
  PROVIDER_BACK_OFFICE_URL: recordUrl(
    "Address of a record on the provider's own pages for us, to which the console then links: `{id}` stands for the id of the record there, `{kind}` for `account`, `transfer`, `money-in` or `money-out`. Absent: no links.",
  ),
});

export const onboarding = subject('Onboarding', 'How investors, SPVs and project owners become holders of a wallet.', {
  ONBOARDING_OF_NEW_CUSTOMERS: oneOf(
    ['v2', 'v1'],
    'v2',
    'How new investors are verified: `v2` on the pages of the provider, `v1` by documents that they hand in here, which the provider accepts for old accounts alone from December 2026 on.',
  ),
  ONBOARDING_ACTIVITY: text('CROWDLENDING', 'What the platform does, in the word of the contract with the provider.'),
  ONBOARDING_INVESTOR_PROFILE: text('LENDER', 'Profile under which investors are onboarded, in the word of that contract.'),
  ONBOARDING_OWNER_PROFILE: text('PROJECT_HOLDER', 'The same for SPVs and project owners.'),
  ONBOARDING_WAIT_MINUTES: integer(
    60,
    'Whoever waits for the provider this long without a notification is asked for: notifications may be lost.',
    { min: 1, max: 10_080 },
  ),
});

export const platformAccounts = subject(
  'Accounts of the platform',
  "The platform's own accounts at the payment provider, by their ids there.",
  {
    PLATFORM_MAIN_ACCOUNT_ID: required(text('mortar-main', 'Account of the platform for fees, commissions and rewards.')),
    PLATFORM_ORIGINATION_ACCOUNT_ID: required(
      text('mortar-origination', 'Account that receives the fees for structuring a project.'),
    ),
    PLATFORM_TAX_ACCOUNT_ID: required(text('mortar-tax', 'Account that receives the tax withheld from coupons.')),
  },
);
