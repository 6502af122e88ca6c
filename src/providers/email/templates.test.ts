// Every mail, rendered: nothing unescaped, a text part that says the same, and no second run of six digits beside a code.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { centsOf } from '../../core/cents.ts';
import { bricks, euros, moment } from './format.ts';
import { html } from './layout.ts';
import { renderMail } from './mailer.ts';
import { PAGES } from './pages.ts';
import { sampleMails } from './samples.ts';
import { type TemplateName, templateNames } from './templates/index.ts';

const HOSTILE = `<script>alert("x")</script> & l'Écluse`;
const at = Temporal.Instant.from('2026-07-14T10:05:00Z');
const samples = sampleMails({ firstName: HOSTILE, propertyName: HOSTILE });
const code = samples['mfa-code'];

const AROUND = { platform: { name: 'Mortar' }, frontUrl: 'https://front.mortar.test/', contact: 'aide@mortar.test' };
const names = templateNames;
const rendered = (name: TemplateName) => renderMail(name, samples[name], AROUND);

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

/** Filed away by who gets it, so it greets nobody and leads nowhere. */
const FOR_KEEPING = 'history-sealed';

test('every mail is written, escaped, and says the same in both parts', () => {
  for (const name of names) {
    const { subject, html: page, text } = rendered(name);
    assert.ok(subject.length > 5 && !/[\r\n]/.test(subject), name);
    assert.ok(!page.includes('<script') && !page.includes('undefined') && !page.includes('[object'), `${name}: HTML`);
    assert.ok(!text.includes('undefined') && !/&(lt|amp|#39);/.test(text), `${name}: text`);
    assert.ok(name === FOR_KEEPING || text.includes(HOSTILE), `${name}: the text part is not escaped`);
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

test('every mail but those with a code alone, to be filed, or of an account that is no more, leads to a page of the front end that is on the list', () => {
  for (const name of names) {
    const { html: page, text } = rendered(name);
    const links = [...page.matchAll(/ href="(https?:[^"]*)"/g)].map(([, url]) => url ?? '');
    const leadsNowhere =
      (name.endsWith('-code') && name !== 'password-reset-code') || name === FOR_KEEPING || name === 'account-closed';
    assert.equal(links.length, leadsNowhere ? 0 : 1, name);
    for (const url of links) {
      assert.ok(text.includes(` : ${url}`), `${name}: the text part`);
      // A page of one investment is named by its project.
      const path = url.replace(/^https:\/\/front\.mortar\.test(?=\/)/, '').replace(/(?<=^\/investments)\/[0-9a-f-]{36}$/, '');
      // The pages that undo a change and take a new password are ours, and so is the console: they need no front end.
      const isOurs = /^(email-changed|password-reset|administrator|approval)/.test(name);
      const isKnown = isOurs ? url.startsWith('https://mortar.test/') : Object.values<string>(PAGES).includes(path);
      assert.ok(isKnown, `${name}: ${url}`);
    }
  }
});

test('every mail names the address of the team, and those that ask to write to it once more', () => {
  for (const name of names) {
    const { html: page, text } = rendered(name);
    assert.ok(page.includes('href="mailto:aide@mortar.test"') && text.includes('aide@mortar.test'), name);
    assert.doesNotMatch(text, /(contactez-nous|écrivez-nous)(?![^.]*: aide@)/i, name);
  }
});

test('a mail wears the name and the colour of its platform, in its words too', () => {
  for (const name of names) {
    const around = { ...AROUND, platform: { name: 'Tuileries', accent: '#0a5c36' } };
    const { subject, html: page, text } = renderMail(name, samples[name], around);
    assert.doesNotMatch(`${subject}${page}${text}`, /Mortar|#b5482a/, name);
    assert.ok(page.includes('color:#0a5c36">Tuileries</td>') && text.includes('--\nTuileries\n'), name);
  }
});

test('nobody is greeted with a hole, and a gift without a name has a giver', () => {
  const welcome = (firstName?: string) => renderMail('welcome', firstName === undefined ? {} : { firstName }, AROUND).text;
  assert.match(welcome('Camille'), /^Bonjour Camille,$/m);
  for (const nobody of [undefined, '', '  ']) assert.match(welcome(nobody), /^Bonjour,$/m);
  const gift = renderMail('gift-card-received', { ...samples['gift-card-received'], from: ' ' }, AROUND).text;
  assert.match(gift, /^Quelqu’un vous offre une carte cadeau/m);
});

test('what a mail says that one may do is what the account may do', () => {
  const freed = (rights: 'all' | 'account-is-being-verified' | 'account-not-completed') =>
    renderMail('account-frozen', { frozen: false, rights, changedAt: at.toString() }, AROUND).text;
  assert.match(freed('all'), /Vous pouvez de nouveau investir et retirer votre argent/);
  assert.match(freed('account-is-being-verified'), /attendent encore sa réponse/);
  assert.match(freed('account-not-completed'), /Il vous reste à faire vérifier votre identité[\s\S]*\/account\/identity/);
  const checked = (held: boolean) => renderMail('identity-checked', { outcome: 'verified', held }, AROUND).text;
  assert.match(checked(false), /vous pouvez investir/);
  assert.doesNotMatch(checked(true), /vous pouvez/);
  assert.doesNotMatch(renderMail('onboarding-step', { step: 'accepted', held: true }, AROUND).text, /vous pouvez/);
});

test('each MFA action is named in its subject', () => {
  const actions = [
    'email-validation',
    'withdraw',
    'bank-account-creation',
    'password-update',
    'mfa-enabled-update',
    'gift-card-purchase',
    'profile-correction',
    'bank-account-removal',
    'personal-data-export',
    'passkey-registration',
    'passkey-removal',
    'personal-data-erasure',
  ] as const;
  const subjects = actions.map((action) => renderMail('mfa-code', { ...code, action }, AROUND).subject);
  assert.equal(new Set(subjects).size, actions.length);
  assert.equal(renderMail('mfa-code', { ...code, action: 'withdraw' }, AROUND).subject, 'Votre code pour autoriser un retrait');
});

test('amounts, counts and moments are French; a moment may be its text from a job row', () => {
  assert.equal(euros(centsOf(123_450)), '1\u00a0234,50\u00a0€');
  assert.equal(euros(centsOf(5)), '0,05\u00a0€');
  assert.equal(bricks(1), '1 brique');
  assert.equal(bricks(1_200), '1\u00a0200 briques');
  assert.equal(moment(at), '14 juillet 2026 à 12:05');
  assert.equal(moment(at.toString()), moment(at));
});

test('what a mail says of a withdrawal and of a deal', () => {
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
    renderMail('withdrawal-initiated', { ...samples['withdrawal-initiated'], feeCents: 0 }, AROUND).text,
    /Frais \(TTC\) : offerts/,
  );
  assert.match(rendered('sale-confirmation').text, /Reçu : 1\u00a0224,50\u00a0€/);
  const canceled = { ...samples['primary-purchase-canceled'], reason: 'investor' } as const;
  assert.match(renderMail('primary-purchase-canceled', canceled, AROUND).text, /Comme vous l’avez demandé/);
});

test('only the html tag makes HTML: an object from a mail’s data cannot pose as a piece of it', () => {
  const piece = html`<b>${'a < b'}</b>`;
  assert.equal(html`<p>${piece}${[piece, piece]}</p>`.markup, '<p><b>a &lt; b</b><b>a &lt; b</b><b>a &lt; b</b></p>');
  assert.ok(!html`<p>${{ markup: '<script>' }}</p>`.markup.includes('<script>'));
});
