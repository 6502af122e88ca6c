// Every mail, rendered: nothing unescaped, a text part that says the same, and no second run of six digits beside a code.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bricks, euros, moment } from './format.ts';
import { html } from './html.ts';
import { renderMail } from './mailer.ts';
import { type TemplateData, type TemplateName, templates } from './templates/index.ts';

const HOSTILE = `<script>alert("x")</script> & l'Écluse`;
const at = Temporal.Instant.from('2026-07-14T10:05:00Z');
const reference = '7a0c9c9e-2d0e-4b53-9d3b-0a5a6a4b9d11';
const code = { code: '042137', expiresAt: at, firstName: HOSTILE };
const withdrawal = { amountCents: 123_450, ibanEnd: '0189', reference, firstName: HOSTILE };
const giftCard = { amountCents: 5_000, reference, firstName: HOSTILE };
const deal = { propertyName: HOSTILE, bricks: 12, reference, firstName: HOSTILE };

const samples: { [Name in TemplateName]: TemplateData<Name> } = {
  'mfa-code': { ...code, action: 'withdraw' },
  'sign-in-code': code,
  'email-verification-code': code,
  'password-reset-code': code,
  'email-changed': { changedAt: at, firstName: HOSTILE },
  'password-changed': { changedAt: at, firstName: HOSTILE },
  'withdrawal-initiated': { ...withdrawal, feeCents: 240, requestedAt: at },
  'withdrawal-completed': { ...withdrawal, completedAt: at },
  'withdrawal-failed': withdrawal,
  'purchase-confirmation': { ...deal, totalCents: 123_450, confirmedAt: at },
  'sale-confirmation': { ...deal, priceCents: 123_450, commissionCents: 1_000, receivedCents: 122_450, confirmedAt: at },
  'primary-purchase-confirmed': { ...deal, totalCents: 123_450, purchasedAt: at, cancelableUntil: at },
  'primary-purchase-canceled': { ...deal, totalCents: 123_450, reason: 'funding-failed' },
  'gift-card-received': {
    amountCents: 5_000,
    code: 'ABCDE-FGHJK-MNPQR-STVWX',
    expiresAt: at,
    link: 'https://mortar.test/gift-cards/redeem',
    from: HOSTILE,
  },
  'gift-card-bought': { ...giftCard, recipientEmail: 'ami@example.test', expiresAt: at },
  'gift-card-declined': { ...giftCard, recipientEmail: 'ami@example.test' },
  'gift-card-redeemed': giftCard,
  'gift-card-not-redeemed': giftCard,
  'gift-card-refunded': { ...giftCard, recipientEmail: 'ami@example.test' },
  'referral-reward-paid': { amountCents: 123_450, propertyName: HOSTILE, paidAt: at, reference, firstName: HOSTILE },
  'funding-closed': { propertyName: HOSTILE, bricks: 12, investedCents: 123_450, closedAt: at, firstName: HOSTILE },
};

// Object.keys widens to string; the keys are the template names.
const names = Object.keys(templates) as TemplateName[];
const rendered = (name: TemplateName) => renderMail(name, samples[name]);

/** What a reader of the HTML sees, entities resolved. */
function visibleText(page: string): string {
  const body = page.slice(page.indexOf('<h1'), page.indexOf('</body>'));
  const text = body.replace(/<[^>]*>/g, ' ');
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

test('every mail is written, escaped, and says the same in both parts', () => {
  for (const name of names) {
    const { subject, html: page, text } = rendered(name);
    assert.ok(subject.length > 5 && !/[\r\n]/.test(subject), name);
    assert.ok(!page.includes('<script') && !page.includes('undefined') && !page.includes('[object'), `${name}: HTML`);
    assert.ok(!text.includes('undefined') && !/&(lt|amp|#39);/.test(text), `${name}: text`);
    assert.ok(text.includes(HOSTILE), `${name}: the text part is not escaped`);
    const words = (part: string) => part.split(/[\s:]+/).filter((word) => word !== '' && word !== '--' && word !== 'Mortar');
    assert.deepEqual(words(visibleText(page)), words(text), `${name}: the parts differ`);
  }
});

test('a mail with a code holds exactly that run of six digits, in both parts', () => {
  for (const name of names) {
    const { html: page, text } = rendered(name);
    const expected = name.endsWith('-code') ? ['042137'] : [];
    if (expected.length === 0) continue;
    assert.deepEqual(text.match(/\b\d{6}\b/g), expected, name);
    assert.deepEqual(page.match(/\b\d{6}\b/g), expected, name);
    assert.match(text, /^\s+042137$/m);
  }
});

test('each MFA action is named in its subject', () => {
  const actions = [
    'email-validation',
    'withdraw',
    'bank-account-creation',
    'password-update',
    'mfa-enabled-update',
    'gift-card-purchase',
  ] as const;
  const subjects = actions.map((action) => renderMail('mfa-code', { ...code, action }).subject);
  assert.equal(new Set(subjects).size, actions.length);
  assert.equal(renderMail('mfa-code', { ...code, action: 'withdraw' }).subject, 'Votre code pour autoriser un retrait');
});

test('amounts, counts and moments are French; a moment may be its text from a job row', () => {
  assert.equal(euros(123_450), '1\u00a0234,50\u00a0€');
  assert.equal(euros(5), '0,05\u00a0€');
  assert.equal(bricks(1), '1 brique');
  assert.equal(bricks(1_200), '1\u00a0200 briques');
  assert.equal(moment(at), '14 juillet 2026 à 12:05');
  assert.equal(moment(at.toString()), moment(at));
});

test('what a mail tells of a withdrawal and of a deal', () => {
  const initiated = rendered('withdrawal-initiated').text;
  for (const part of [
    'Montant : 1\u00a0234,50\u00a0€',
    'Frais (TTC) : 2,40\u00a0€',
    'IBAN se terminant par 0189',
    '14 juillet 2026 à 12:05',
  ]) {
    assert.ok(initiated.includes(part), part);
  }
  assert.match(
    renderMail('withdrawal-initiated', { ...samples['withdrawal-initiated'], feeCents: 0 }).text,
    /Frais \(TTC\) : offerts/,
  );
  assert.match(rendered('sale-confirmation').text, /Reçu : 1\u00a0224,50\u00a0€/);
  const canceled = { ...samples['primary-purchase-canceled'], reason: 'investor' } as const;
  assert.match(renderMail('primary-purchase-canceled', canceled).text, /Comme vous l’avez demandé/);
});

test('only the html tag makes HTML: an object from a mail’s data cannot pose as a piece of it', () => {
  const piece = html`<b>${'a < b'}</b>`;
  assert.equal(html`<p>${piece}${[piece, piece]}</p>`.markup, '<p><b>a &lt; b</b><b>a &lt; b</b><b>a &lt; b</b></p>');
  assert.ok(!html`<p>${{ markup: '<script>' }}</p>`.markup.includes('<script>'));
});
