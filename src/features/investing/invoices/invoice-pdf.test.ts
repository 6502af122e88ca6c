// What stands on the printed sheet, read back from the PDF itself.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sheetsOf } from '../../../../test/support/pdf-text.ts';
import { centsOf } from '../../../core/cents.ts';
import { type PrintedInvoice, renderInvoicePdf } from './invoice-pdf.ts';
import { taxed } from './rules.ts';

const ISSUER = {
  name: 'Mortar SAS',
  address: ['1 rue de la Brique', '69002 Lyon', 'France'],
  registration: 'RCS Lyon 123 456 789',
  vatNumber: 'FR00123456789',
};
const INVOICE: PrintedInvoice = {
  issuer: 'MORTAR',
  year: 2026,
  number: 42,
  kind: 'invoice',
  billedTo: { name: 'Camille Durand', address: ['1 rue de la République', '69001 Lyon'], country: 'FRA' },
  lines: [taxed({ label: 'Frais de retrait', amountExclTaxCents: centsOf(100), vatBps: 2000 })],
  note: 'Montant prélevé sur votre portefeuille.',
  issuedAt: Temporal.Instant.from('2026-12-31T23:30:00Z'),
  credited: null,
};

async function textOf(changes: Partial<PrintedInvoice> = {}): Promise<string> {
  return sheetsOf(await renderInvoicePdf({ ...INVOICE, ...changes }, ISSUER)).join('\n');
}

describe('the sheet', () => {
  it('says number, Paris date, both parties, line, tax and totals', async () => {
    const text = await textOf();
    for (const words of [
      'FACTURE',
      'N° MORTAR-2026-000042',
      'Date d’émission : 1er janvier 2027',
      'Mortar SAS',
      'N° TVA : FR00123456789',
      'Camille Durand',
      '69001 Lyon',
      'France',
      'Frais de retrait',
      '1,00 €',
      '20 %',
      '0,20 €',
      'Total HT',
      'TVA 20 %',
      'Total TTC',
      '1,20 €',
      'Montant prélevé sur votre portefeuille.',
      'RCS Lyon 123 456 789 · N° TVA FR00123456789',
      'MORTAR-2026-000042 · 1/1',
    ])
      assert.ok(text.includes(words), `${words} is missing in:\n${text}`);
  });
  it('of a credit note names the invoice that it takes back', async () => {
    const credited = { id: '', issuer: 'MORTAR', year: 2026, number: 41, issuedAt: Temporal.Instant.from('2026-11-20T10:00Z') };
    const text = await textOf({ kind: 'credit-note', credited });
    assert.match(text, /AVOIR/);
    assert.match(text, /Annule la facture MORTAR-2026-000041 du 20 novembre 2026/);
    assert.match(text, /Total TTC remboursé/);
  });
  it('shows each VAT rate once, and a country that is written out', async () => {
    const lines = [850, 2000, 850].map((vatBps) => taxed({ label: 'Frais', amountExclTaxCents: centsOf(10_000), vatBps }));
    const text = await textOf({ lines, billedTo: { name: 'SPV Un', address: [], country: 'Réunion (île)' } });
    assert.equal(text.match(/TVA 8,5 %/g)?.length, 1);
    assert.match(text, /17,00 €/);
    assert.match(text, /Réunion \(île\)/);
  });
  it('names a company with its registration number', async () => {
    const billedTo = { name: 'BRIQUE ET PIERRE', address: ['1 RUE DE LA GARE', '75008 PARIS 8'], country: 'FRA' };
    assert.match(await textOf({ billedTo: { ...billedTo, registrationNumber: '936213743' } }), /France\nSIREN 936213743/);
    assert.doesNotMatch(await textOf({ billedTo }), /SIREN/);
  });
  it('goes on over further sheets, each with its columns and number', async () => {
    const lines = Array.from({ length: 60 }, (_, n) =>
      taxed({ label: `Échéance ${n + 1}`, amountExclTaxCents: centsOf(100), vatBps: 0 }),
    );
    const sheets = sheetsOf(await renderInvoicePdf({ ...INVOICE, lines }, ISSUER));
    assert.equal(sheets.length, 3);
    for (const [index, sheet] of sheets.entries()) {
      assert.match(sheet, /Désignation/);
      assert.match(sheet, new RegExp(`${index + 1}/3`));
    }
    assert.equal(sheets.join('\n').match(/Échéance \d+/g)?.length, 60);
    assert.match(sheets.at(-1) ?? '', /Total TTC/);
  });
  it('is the same, byte for byte, whenever it is printed', async () => {
    const [one, other] = [await renderInvoicePdf(INVOICE, ISSUER), await renderInvoicePdf(INVOICE, ISSUER)];
    assert.deepEqual(one, other);
  });
});

describe('a name', () => {
  const named = async (name: string) => (await textOf({ billedTo: { name, address: [], country: null } })).replaceAll('\n', ' ');
  for (const name of [
    'Éléonore Œuf-Žižek — 12 €',
    'Łukasz Đorđević',
    'Nguyễn Thị Ổn',
    'Δημήτρης Παπαδόπουλος',
    'Димитрій Щербаков',
    'Kaʻiulani Haʼaheo',
  ]) {
    it(`${name} is printed as it is written`, async () => assert.ok((await named(name)).includes(name)));
  }
  for (const [name, expected] of [
    ['李 小龙', 'Li XiaoLong'],
    ['김 민준', 'Gim MinJun'],
    ['محمد Ali', 'mhmd Ali'],
    ['\u0639\u0628\u062f \u0627\u0644\u0644\u0647', '`bd allh'],
    ['サーラ', 'sara'],
    ['Anne\u202fMarie\u200f', 'Anne Marie'],
    ['line\nbreak', 'line break'],
  ] as const) {
    it(`${JSON.stringify(name)} is spelled ${expected}`, async () => assert.ok((await named(name)).includes(expected)));
  }
  it('of the greatest length stands whole on the sheet, and the table below it', async () => {
    const name = `${'Maximilienne '.repeat(19)}Dupont-Durand ${'d’Ormesson '.repeat(23)}FIN`;
    const text = await named(name);
    assert.ok(text.includes('FIN') && text.includes('Frais de retrait'), text);
    assert.equal(text.match(/Maximilienne/g)?.length, 19);
    assert.equal(text.match(/d’Ormesson/g)?.length, 23);
    assert.ok((await named('W'.repeat(300))).replaceAll(' ', '').includes('W'.repeat(300)));
  });
  it('an amount of ten digits is not cut', async () => {
    const lines = [taxed({ label: 'Frais', amountExclTaxCents: centsOf(123_456_789_012), vatBps: 2000 })];
    const text = await textOf({ lines });
    assert.match(text, /1 234 567 890,12 €/);
    assert.match(text, /1 481 481 468,14 €/);
  });
});
