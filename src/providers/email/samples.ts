// Sample data of every mail, for its preview and for the tests that render them all.

import { centsOf } from '../../core/cents.ts';
import type { TemplateData, TemplateName } from './templates/index.ts';

/** Texts of users in a sample; tests also pass malicious ones. */
export type SampleWords = { firstName: string; propertyName: string };

const COUPON = { kind: 'coupon', period: '2026-01', grossCents: centsOf(31_667), taxCents: centsOf(9_943) } as const;

type Samples = { [Name in TemplateName]: TemplateData<Name> };

/** One set of data for each template; a template without one does not compile. */
export function sampleMails({ firstName, propertyName }: SampleWords): Samples {
  const at = '2026-07-14T10:05:00Z';
  const reference = '7a0c9c9e-2d0e-4b53-9d3b-0a5a6a4b9d11';
  const propertyId = '0b6b0c1e-6a55-4a7e-8a1f-5e2f6f0e7c12';
  const amountCents = centsOf(123_450);
  const code = { code: '042137', expiresAt: at, firstName };
  const withdrawal = { amountCents, ibanEnd: '0189', reference, firstName };
  const giftCard = { amountCents: centsOf(5_000), reference, firstName };
  const deal = { propertyName, bricks: 12, reference, firstName };
  return {
    welcome: { firstName },
    ...administratorSamples(firstName, at),
    'mfa-code': { ...code, action: 'withdraw' },
    'sign-in-code': code,
    'email-verification-code': code,
    'password-reset-code': { ...code, resetUrl: 'https://mortar.test/auth/password-reset', linkUntil: at },
    ...credentialSamples(firstName, at),
    'name-marked': { mark: 'no-vowel', firstName },
    'identity-checked': { outcome: 'verified', firstName },
    'onboarding-step': { step: 'update-due', dueAt: '2026-08-31T00:00:00Z', firstName },
    'identity-document-refused': { name: 'carte.pdf', reason: 'unreadable', firstName },
    'account-frozen': { frozen: false, rights: 'account-not-completed', changedAt: at, firstName },
    'account-closed': { closedAt: at, identityUntil: at, accountsUntil: at, firstName },
    'bank-account-added': { ibanEnd: '0189', holder: firstName, addedAt: at, firstName },
    'bank-account-removed': { ibanEnd: '0189', removedAt: at, firstName },
    'bank-account-checked': { outcome: 'activated', ibanEnd: '0189', firstName },
    'profile-correction-requested': { fields: ['lastName', 'street', 'city'], requestedAt: at, firstName },
    'profile-correction-closed': { outcome: 'accepted', fields: ['phone'], firstName },
    'money-received': { amountCents, receivedAt: at, firstName },
    'withdrawal-initiated': { ...withdrawal, feeCents: centsOf(240), requestedAt: at },
    'withdrawal-completed': { ...withdrawal, completedAt: at },
    'withdrawal-failed': withdrawal,
    'purchase-confirmation': { ...deal, totalCents: amountCents, confirmedAt: at },
    'sale-confirmation': {
      ...deal,
      priceCents: amountCents,
      commissionCents: centsOf(1_000),
      receivedCents: centsOf(122_450),
      confirmedAt: at,
    },
    'deal-declined': { ...deal, totalCents: amountCents },
    'deal-canceled': { ...deal, priceCents: amountCents, reason: 'offer-accepted' },
    'property-sold': { ...deal, amountCents, saleType: 'partial', paidAt: at },
    'project-given-up': { propertyId, propertyName, step: 'given-up', bricks: 12, lossCents: amountCents, at, firstName },
    'echeance-paid': { ...deal, propertyId, ...COUPON, paidAt: at },
    'primary-purchase-confirmed': { ...deal, propertyId, totalCents: amountCents, purchasedAt: at, cancelableUntil: at },
    'primary-purchase-canceled': { ...deal, totalCents: amountCents, reason: 'funding-failed' },
    'funding-closed': { propertyId, propertyName, bricks: 12, investedCents: amountCents, closedAt: at, firstName },
    'referral-reward-paid': { amountCents, propertyName, paidAt: at, reference, firstName },
    'tax-identity-missing': { year: 2026, missing: ['birth-name', 'birth-commune'], firstName },
    'complaint-received': { sentAt: at, answerBy: at, firstName },
    'complaint-answered': { sentAt: at, answer: 'Le virement est parti hier.\n\nIl arrive demain.', firstName },
    'tax-rate-request': { status: 'validated', year: 2027, rateBps: 1860, firstName },
    'gift-card-received': { amountCents: centsOf(5_000), code: 'ABCDE-FGHJK-MNPQR-STVWX', expiresAt: at, from: firstName },
    'gift-card-bought': { ...giftCard, recipientEmail: 'ami@example.test', expiresAt: at },
    'gift-card-declined': { ...giftCard, recipientEmail: 'ami@example.test' },
    'gift-card-redeemed': giftCard,
    'gift-card-not-redeemed': giftCard,
    'gift-card-refunded': { ...giftCard, recipientEmail: 'ami@example.test' },
    'gift-card-readdressed': { ...giftCard, recipientEmail: 'amie@example.test' },
  };
}

function credentialSamples(firstName: string, at: string) {
  return {
    'email-changed': { changedAt: at, undoUrl: 'https://mortar.test/auth/email-change/undo', undoUntil: at, firstName },
    'email-restored': { changedAt: at, firstName },
    'password-changed': {
      changedAt: at,
      firstName,
      passkeys: { ended: 1, kept: [{ name: firstName, registeredAt: at }] },
    },
    'second-factor-changed': { enabled: true, changedAt: at, firstName },
    'passkeys-changed': { what: 'passkey-registration', changedAt: at, firstName },
    'calendar-link-made': { madeAt: at, firstName },
  } satisfies Partial<Samples>;
}

function administratorSamples(
  name: string,
  at: string,
): Pick<
  Samples,
  | 'administrator-invitation'
  | 'administrator-changed'
  | 'administrator-factors-changed'
  | 'approvals-waiting'
  | 'approval-ended'
  | 'history-sealed'
> {
  return {
    'history-sealed': { day: '2026-11-25', head: 'c0ffee'.repeat(11).slice(0, 64), rows: 1_204 },
    'administrator-invitation': {
      by: name,
      roles: ['finance'],
      url: 'https://mortar.test/console/invitation',
      expiresAt: at,
    },
    'administrator-changed': {
      what: 'roles-changed',
      email: name,
      by: 'alix@mortar.test',
      given: ['finance'],
      taken: ['support'],
      at,
      url: 'https://mortar.test/console/administrators',
    },
    'administrator-factors-changed': {
      what: 'factor-reset',
      email: name,
      changedAt: at,
      url: 'https://mortar.test/console/security',
    },
    'approvals-waiting': {
      count: 2,
      requests: [
        { kind: 'PROPERTY_TRANSFER_FUNDING_FEES', by: 'alix@mortar.test', amountCents: centsOf(3_000_000) },
        { kind: 'PROPERTY_SOLDE_DE_TOUT_COMPTE_OWNER', by: name, amountCents: centsOf(12_500_000) },
      ],
      expiresAt: at,
      url: 'https://mortar.test/console/approvals',
    },
    'approval-ended': {
      state: 'refused',
      kind: 'PROPERTY_TRANSFER_FUNDING_FEES',
      amountCents: centsOf(3_000_000),
      by: name,
      reason: 'Montant à revoir',
      url: 'https://mortar.test/console/approvals',
    },
  };
}
