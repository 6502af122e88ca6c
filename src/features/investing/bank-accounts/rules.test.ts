// The pure rules of bank accounts.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findRegistration, maskIban, payableFromOf, readBankDetails, statusOf } from './rules.ts';

const IBAN = 'FR1420041010050500013M02606';

it('an account is paid to once it is old enough and its delay is over', () => {
  const createdAt = Temporal.Instant.from('2026-03-02T09:00:00Z');
  const after = (hours: number) => createdAt.add({ hours });
  const from = (payableFrom: Temporal.Instant | null, delayHours: number) =>
    payableFromOf({ createdAt, payableFrom }, delayHours)?.toString() ?? null;
  assert.equal(from(null, 0), null);
  assert.equal(from(null, 48), `${after(48)}`);
  assert.equal(from(after(72), 0), `${after(72)}`);
  assert.equal(from(after(72), 48), `${after(72)}`);
  assert.equal(from(after(24), 48), `${after(48)}`);
});

describe('readBankDetails', () => {
  it('takes spaces and small letters away', () =>
    assert.deepEqual(
      readBankDetails({ iban: 'fr14 2004 1010 0505 0001 3m02 606', bic: 'bnpa frpp', holder: '  Camille Durand ' }),
      {
        iban: IBAN,
        bic: 'BNPAFRPP',
        holder: 'Camille Durand',
      },
    ));
  for (const iban of [
    'FR14-2004-1010-0505-0001-3M02-606',
    'IBAN FR14 2004 1010 0505 0001 3M02 606',
    'IBAN: fr14 2004 1010 0505 0001 3m02 606',
    'FR14\u00a02004\u202f1010 0505 0001 3M02 606\u200b',
    'FR14 2004 1010 0505 0001 3M02 606.',
    'ＦＲ14 2004 1010 0505 0001 3M02 606',
    'FR14–2004–1010–0505–0001–3M02–606',
  ])
    it(`reads ${JSON.stringify(iban)}`, () => {
      const read = readBankDetails({ iban, bic: 'BIC: PSST-FR-PP-LIL', holder: 'C D' });
      assert.deepEqual(read, { iban: IBAN, bic: 'PSSTFRPPLIL', holder: 'C D' });
    });
  it('a BIC may begin with these letters', () => {
    const read = readBankDetails({ iban: IBAN, bic: 'BICICIAB', holder: 'C D' });
    assert.deepEqual(read, { iban: IBAN, bic: 'BICICIAB', holder: 'C D' });
  });
  it('needs no BIC', () =>
    assert.deepEqual(readBankDetails({ iban: IBAN, holder: 'C D' }), { iban: IBAN, bic: null, holder: 'C D' }));
  for (const [what, iban] of [
    ['a wrong check digit', 'FR1520041010050500013M02606'],
    ['a letter too much', `${IBAN}X`],
    ['no country', '1420041010050500013M02606'],
    ['a QR-IBAN, which takes no ordinary transfer', 'CH4431999123000889012'],
  ] as const) {
    it(`refuses ${what}`, () =>
      assert.deepEqual(readBankDetails({ iban, holder: 'C D' }), {
        faults: [{ path: 'body/iban', reason: 'is not a valid IBAN' }],
      }));
  }
  it('names every bad field', () => {
    const read = readBankDetails({ iban: 'FR00', bic: 'PSSTZZPP', holder: 'C D' });
    assert.deepEqual('faults' in read && read.faults.map((fault) => fault.path), ['body/iban', 'body/bic']);
  });
});

describe('maskIban', () => {
  it('keeps four characters at each end', () => assert.equal(maskIban(IBAN), 'FR14 **** 2606'));
});

describe('statusOf', () => {
  for (const [theirs, ours] of [
    ['activated', 'activated'],
    ['refused', 'refused'],
    ['deactivated', 'deactivated'],
    ['waiting', 'waiting'],
    ['unused', 'waiting'],
    ['internal', 'waiting'],
    ['other', 'waiting'],
  ] as const) {
    it(`${theirs}: ${ours}`, () => assert.equal(statusOf(theirs), ours));
  }
});

describe('findRegistration', () => {
  const listed = (bankAccountId: number, change: object = {}) => ({
    bankAccountId,
    iban: IBAN,
    status: 'waiting',
    virtual: false,
    ...change,
  });
  it('the newest of several', () => assert.equal(findRegistration([listed(1), listed(3), listed(2)], IBAN)?.bankAccountId, 3));
  it('whatever its spaces', () => assert.ok(findRegistration([listed(1, { iban: 'FR14 2004 1010 0505 0001 3M02 606' })], IBAN)));
  for (const [what, change] of [
    ['another IBAN', { iban: 'NL91ABNA0417164300' }],
    ['a virtual one', { virtual: true }],
    ['a refused one', { status: 'refused' }],
    ['a deactivated one', { status: 'deactivated' }],
  ] as const) {
    it(`not ${what}`, () => assert.equal(findRegistration([listed(1, change)], IBAN), undefined));
  }
});
