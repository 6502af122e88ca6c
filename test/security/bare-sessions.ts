// What somebody may do who has the cookie of an investor and nothing else: every request that writes, with the proof that it still needs
// beside the session, or why it needs none. docs/domain/access.md has the rows with a proof.

/**
 * `code-in-header`: the mailed code of an action of its own, in `tfa`. `confirmed-code`: the one-time token of a confirmed code.
 * `mails-a-code`: it mails a code to the owner, and nothing happens before it is confirmed. `the-code`: it is the confirmation.
 * `the-passkey`: what a passkey signed for this action.
 * `none`: the reason says who gains by it.
 */
export type Proof = 'code-in-header' | 'confirmed-code' | 'mails-a-code' | 'the-code' | 'the-passkey' | 'none';

export type BareSession = { proof: Proof; why: string };

const needs = (proof: Exclude<Proof, 'none'>, why: string): BareSession => ({ proof, why });
const open = (why: string): BareSession => ({ proof: 'none', why });

const ENDS_SESSIONS = 'it ends sessions and opens none';
const KYC = 'the provider verifies who it is; refused once somebody is verified';
const READS = 'it reads, and keeps what the provider says';
const STAYS = 'what it buys is the investor’s own, and can leave by the ways above only';

export const BARE_SESSIONS: Readonly<Record<string, BareSession>> = {
  // Credentials.
  'PATCH /auth/mfa': needs('mails-a-code', 'second factor'),
  'POST /auth/mfa/trigger-mfa': needs('mails-a-code', 'password, address, and every action below with a code'),
  'POST /auth/mfa/confirm-code': needs('the-code', 'of each mailbox; of a change, in the session that asked for it'),
  'POST /customers/security/passkeys': needs('code-in-header', 'passkey registered'),
  'DELETE /customers/security/passkeys/{passkeyId}': needs('code-in-header', 'passkey removed'),
  'POST /customers/security/confirmation': needs('the-passkey', 'the code of an action, as if it had been mailed'),
  'POST /customers/security/passkeys/options': open(
    'what a browser makes a passkey with; nothing is registered without its code',
  ),
  'POST /customers/security/challenge': open('what a passkey is to sign; nothing happens before it has'),
  'DELETE /customers/security/trusted-devices': open('the next sign-in on each device asks for more'),
  'PATCH /customers/security/passkeys/{passkeyId}': open('a name, for the eyes of the investor'),
  'GET /customers/email/send-code': needs('mails-a-code', 'proof of the address'),
  'POST /api/auth/sign-out': open(ENDS_SESSIONS),
  'POST /api/auth/revoke-session': open(ENDS_SESSIONS),
  'POST /api/auth/revoke-sessions': open(ENDS_SESSIONS),
  'POST /api/auth/revoke-other-sessions': open(ENDS_SESSIONS),
  // Ways for money to leave.
  'POST /customers/provider/payment-method': needs('code-in-header', 'bank account added'),
  'DELETE /customers/provider/payment-method/{bankAccountId}': needs('code-in-header', 'bank account removed'),
  'POST /customers/provider/payment-intent/withdrawal': needs('code-in-header', 'withdrawal'),
  'POST /gift-cards': needs('confirmed-code', 'gift card bought'),
  'POST /gift-cards/redeem': open('it needs the code of the card, and the money goes to the investor’s own wallet'),
  'DELETE /customers/withdrawals/{withdrawalId}': open('the money stays in the wallet'),
  // Who they are.
  'POST /customers/profile/corrections': needs('code-in-header', 'correction of a verified profile'),
  'POST /customers/personal-data/export': needs('code-in-header', 'everything that is kept of the investor'),
  'POST /customers/personal-data/erasure': needs('code-in-header', 'end of the account, for good'),
  'PATCH /customers/profile': open(KYC),
  'PUT /customers/company': open(KYC),
  'POST /customers/investor-identity-document': open(KYC),
  'POST /customers/investor-business-document': open(KYC),
  'POST /customers/onboarding': open(KYC),
  'PUT /customers/tax-identity': open('names and communes of the yearly tax file; it moves nothing'),
  'POST /customers/taxation': open('an administrator decides'),
  'DELETE /customers/taxation/{year}': open('the request of the same investor, before anybody has decided'),
  'POST /referrals/referrer-code': open('the documents ask for no code; once, and it costs the investor nothing'),
  'POST /customers/complaints': open('the team answers the owner by mail; five wait at most'),
  'POST /customers/calendar-feed': open(
    'it shows what the session shows already; the owner is mailed, and it ends with a change of password, factor or address',
  ),
  'DELETE /customers/calendar-feed': open('it ends a link and opens none'),
  'POST /customers/notifications/read': open('a mark, for the eyes of the investor'),
  'PUT /customers/notifications/choices': open('what safety and law ask for is mailed all the same'),
  'GET /customers/onboarding': open(READS),
  'GET /customers/investor-identity-document': open(READS),
  'GET /customers/wallet': open(READS),
  'GET /customers/provider/payment-method': open(READS),
  'GET /customers/provider/deposit-account': open('money comes in by it'),
  // Trades, which the documents let a session make.
  'POST /properties/{propertyId}/purchase': open(STAYS),
  'DELETE /customers/purchases/{purchaseId}': open('the money goes back to the wallet'),
  'PUT /customers/investment-plan': open(STAYS),
  'POST /marketplace/deal': open('the documents ask for no code; the price keeps within their range'),
  'POST /marketplace/deal/{dealId}/purchase': open(STAYS),
  'DELETE /marketplace/deal/{dealId}': open('the bricks stay'),
};
