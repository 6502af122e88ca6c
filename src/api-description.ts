// What the API description says beside its routes: the page that a stranger reads first, what each room and each tag is for.

/** First page of /docs, in Markdown. Its calls are played by test/scenarios/first-calls.test.ts. */
export const FIRST_PAGE = `
The back end of a real-estate investment platform: investors fill a wallet, buy bricks (shares) of properties, resell them, are paid
coupons and withdraw money; administrators publish properties and run their payment schedules.

# Signing in

\`POST /api/auth/sign-up/email\` makes an investor's account, \`POST /api/auth/sign-in/email\` opens a session. Both set a cookie that every
other request carries; a browser on another origin than this service sends \`credentials: 'include'\`, and its origin must be one that the
operator trusts. Where the second factor is on, the answer has \`twoFactorRedirect\` and no session yet:
\`POST /api/auth/two-factor/send-otp\` mails a code, \`POST /api/auth/two-factor/verify-otp\` takes it. Without a session a route answers 401
\`unauthenticated\`, with that of the other role 403 \`forbidden\`, as for an administrator whose roles lack the permission that the route names; what a page of a foreign site sends is 403 \`forbidden-origin\`.

# Codes by mail

What an account must not lose is confirmed by six digits that are mailed. Ask with \`POST /auth/mfa/trigger-mfa\` and the \`action\`; then
either confirm with \`POST /auth/mfa/confirm-code\` (address, password, second factor, gift card: only the gift card answers a \`token\`, with
which it is bought), or send the code along in the header \`tfa\` (a withdrawal, a bank account, a correction of the profile). A code is
good for one action and a short time, and a few wrong ones end it.

An investor who has registered a passkey may have it give the code in place of the mail: \`POST /customers/security/challenge\` with the
action, then \`POST /customers/security/confirmation\` with what the passkey signed.

# Idempotency

Each POST that moves money takes the header \`Idempotency-Key\`: a fresh UUID for each action, and the same again when no answer came. The
same key and body have their effect once and get the same answer for 24 hours; another body with the key is 422
\`idempotency-key-reused\`, and 409 \`idempotency-key-in-progress\` says that the first request still runs.

# Errors

Every refusal is a problem of RFC 9457, \`application/problem+json\`, with a \`code\` to decide by and a \`type\` that leads to its meaning,
cause and remedy: [all of them](/docs/errors). \`errors\` names bad fields. Each route lists its codes by status; besides, any may answer 413
\`payload-too-large\`, 415 \`unsupported-media-type\`, 429 \`too-many-requests\`, 500 \`internal-error\`, and 503 \`temporarily-unavailable\`, of which 429 and 503
say in \`Retry-After\` when to ask again. An error with \`outcome: not-known-yet\` is no failure: the payment \`paymentId\` goes on, so do not order
it again. \`shortfall\` has both amounts where money is wanting. Under \`/api/auth\` the session layer answers \`{ code, message }\`.

# Amounts and times

Amounts are integer cents of euro, in both directions; rates are percent. Instants are ISO 8601 with an offset, days \`YYYY-MM-DD\`, months
\`YYYY-MM\`. Ids are UUIDs. Lists that can grow are pages: \`{ items, nextCursor }\`, asked for with \`limit\` and \`cursor\` until \`nextCursor\` is
null. A parameter with a default may be left out. Unknown fields are ignored.

# Webhooks in

The payment provider reports below \`/customers/provider/webhook/\`, with its key in the query parameter \`apiKey\`; the defaults platform
reports loans that are late, with its key in the header \`x-api-key\`. Both may report the same twice and in any order. The one call that
this service makes to you is under *Webhooks*.

# The first five calls

Sign up, say who you are, ask for a wallet, see what there is to buy, and look into the wallet. The third answer has the \`url\` of the page
on which the payment provider verifies you. Then money is wired to \`GET /customers/provider/deposit-account\`, and bricks are bought with
\`POST /properties/{propertyId}/purchase\`.

\`\`\`sh
curl -c jar -H 'content-type: application/json' \\
  -d '{"email":"you@example.com","password":"three quiet words","name":"Ada Noor"}' https://mortar.example.com/api/auth/sign-up/email
curl -b jar -X PATCH -H 'content-type: application/json' -d '{"customerType":"individual","firstName":"Ada",
  "lastName":"Noor","citizenship":"FRA","city":"Lyon","cityOfBirth":"Nantes","country":"FRA","countryOfBirth":"FRA",
  "dateOfBirth":"1990-05-04","phone":"0612345678","postcode":"69001","street":"1 rue de la Paix"}' https://mortar.example.com/customers/profile
curl -b jar -X POST https://mortar.example.com/customers/onboarding
curl -b jar 'https://mortar.example.com/properties?limit=5'
curl -b jar https://mortar.example.com/customers/me
\`\`\`
`.trim();

/** What the routes of each room are for. */
export const ROOMS: Readonly<Record<string, string>> = {
  session: 'Signing up, in and out, proving an address, a forgotten password, and the sessions of an account.',
  'single-sign-on': 'Operators sign in at the identity provider of their company (OpenID Connect), where one is configured.',
  administrators: 'Who works here: administrators with their roles, invitations to become one, and what the own roles allow.',
  factors:
    'The second factors of administrators: passkeys, an authenticator app, recovery codes, and when they are asked for again.',
  'investor-passkeys': 'Passkeys of investors: registered, named, removed, and in place of a code by mail.',
  mfa: 'Codes by mail: the second factor, and the actions that an account confirms with a code.',
  onboarding: 'Profile, company and identity documents of an investor who is verified by documents handed in here.',
  'online-onboarding': 'The way to a wallet over the pages of the payment provider: started, resumed and followed.',
  'tax-identity': 'What the yearly tax file asks of a person: names, birth and residence, and who still lacks which of it.',
  'profile-corrections': 'Changes of a verified profile, requested by its investor and decided by an administrator.',
  'sent-mails': 'Which mails an investor was sent, and whether they left.',
  customers: 'Who an investor is and what they may do, for the investor and for administrators.',
  'company-search': 'Companies of the public registry, found by name or number.',
  'admin-actions': 'The audit log: who changed what, and what became of it.',
  'background-jobs': 'Work that is done later: what waits, what failed, and its retry.',
  approvals: 'Requests that move so much money that a second administrator decides, with what each would do.',
  today: 'What waits for a decision of an administrator, oldest first, and the figures of the platform.',
  complaints: 'What investors say is wrong, acknowledged and answered, with the day by which.',
  notes: 'What operators note on wires and payments, for each other.',
  'saved-filters': 'What an administrator narrows the lists of the console by, under names.',
  health: 'How the parts of the platform stand: provider, database, workers, queues, mails, scheduled jobs.',
  search: 'Records of any kind by what is remembered of them.',
  pages: 'The pages of the console and of the investors, and their files: for browsers.',
  operator: 'Health, metrics, settings and descriptions of the service itself; outside production its clock and jobs.',
  wallet: 'Balances, movements and bricks of an investor, and the statement to print or export.',
  'bank-accounts': 'The bank accounts that an investor withdraws to.',
  deposits: "The investor's own IBAN, to which money is wired to fill the wallet.",
  withdrawals: 'Money from the wallet to a bank account: its terms, its fee, its order, and taking it back while it waits.',
  'primary-purchase': 'Bricks bought of a property that is being funded.',
  portfolio: 'What the projects of an investor have brought, what comes next and when, and why something has not come.',
  calendar: 'Payments that came and come, for the page and, by a secret link, for the calendar of a phone.',
  simulation: 'What bricks of an open funding would bring: month by month, late, and in default.',
  'auto-investment': 'Plans that buy by themselves, and the waves of purchases made of them.',
  marketplace: 'Bricks that investors sell to each other: offers, purchases, withdrawals of an offer.',
  'trade-papers': 'The paper of each purchase and each sale, as PDF.',
  'gift-cards': 'Cards bought from a wallet, mailed as a code, and redeemed into another wallet; their care by administrators.',
  referrals: 'Who brought whom, the rewards for it, and the invoices of referrers who are companies.',
  taxation: 'The rate at which an investor is taxed, requests for another one, and the yearly summary.',
  invoices: 'Invoices and credit notes of what the platform charged.',
  'home-news': 'The news on the home page of the apps.',
  notifications: 'Notifications of an investor, read or not, and which news is mailed to them.',
  properties: 'Properties: the public catalogue, and their texts, files, prices and publication for administrators.',
  holders: 'The register of who holds the bricks of a project at the end of any day.',
  'track-record': 'What became of the money of fundings, in all and project by project, as the public reads it.',
  'project-owners': 'The owners of projects, and the presentations shown with their properties.',
  spvs: 'The companies that hold the properties, with their wallets, IBANs and mandates at the provider.',
  'financing-requests': 'Requests of owners to have a project financed.',
  funding: 'How far a funding is, its closing, its fees, and the transfer of what was collected to the owner.',
  'contract-budget': 'Interest escrow and construction budget of a property.',
  resale: 'The sale of a whole property, step by step, and the switch of its marketplace.',
  voting: 'Votes of holders, held on a platform of their own: whether there are any, and the way there.',
  'payment-schedule': 'What an owner owes month by month: the schedule, simulated, confirmed and changed.',
  'direct-debits': 'Payments of owners that are collected from their bank account.',
  'management-fees': "The platform's fee of each month.",
  payouts: 'Coupons and capital paid to the holders of bricks, line by line, and the tax withheld from them.',
  'defaults-webhook': 'What the defaults platform reports of loans that are late.',
  'final-settlement': 'The last account of a project with its owner and its holders.',
  'give-up': 'Giving up what an owner cannot pay, and taking that back.',
  'incoming-wires': 'Money that arrived for a project, and what it pays.',
  'archived-wires': 'Money that was put aside: brought back, or returned to its sender.',
  payments: 'Every payment at the provider with its steps, and the purses of a project.',
  'provider-webhooks': 'What the payment provider reports, and how it was handled.',
  'charge-backs': 'Money that a bank took back from a wallet, and what is left to do about it.',
  reconciliation: 'Where the books and the provider differ.',
  'personal-data': 'All that is kept of an investor, as a file to take away.',
  erasure: 'The end of an account, and what is erased of a person then and later.',
  'ledger-proof': 'The proof that every balance follows from what happened, and payments that moved twice.',
};

/** Who a route is for; `extension` marks what we add beyond the product documents (http.md#extensions). */
export const TAGS = [
  { name: 'investor', description: 'For investors, from the product documents.' },
  { name: 'administration', description: 'For administrators, from the product documents.' },
  { name: 'schedules', description: 'Payment schedules and what calls us, from the product documents.' },
  { name: 'extension', description: 'What we add beyond the documents.' },
];
