// The code lists of provider.md#code-lists, number by number: the trap is that 0 and 4 change meaning with the kind of movement.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentType } from './port.ts';
import { failure, kindOfCode, maskIbans } from './replies.ts';
import {
  bankAccountStatusOf,
  documentStatusOf,
  documentTypeCode,
  documentTypeOf,
  kycStatusOf,
  mandateStatusOf,
  methodOf,
  moneyInStatusOf,
  moneyOutStatusOf,
  transferStatusOf,
} from './statuses.ts';

const table = <T>(read: (code: number) => T, codes: number[]) => codes.map((code) => [code, read(code)] as const);

test('movement statuses are read by kind, and an unknown number is never final', () => {
  assert.deepEqual(table(moneyInStatusOf, [0, 3, 4, 6, 7, 16, 99]), [
    [0, 'succeeded'],
    [3, 'failed'],
    [4, 'pending'],
    [6, 'failed'],
    [7, 'canceled'],
    [16, 'pending'],
    [99, 'pending'],
  ]);
  assert.deepEqual(table(moneyOutStatusOf, [0, 3, 4, 7, 6, 99]), [
    [0, 'pending'],
    [3, 'succeeded'],
    [4, 'failed'],
    [7, 'canceled'],
    [6, 'pending'],
    [99, 'pending'],
  ]);
  assert.deepEqual(table(transferStatusOf, [0, 3, 4, 7, 1]), [
    [0, 'pending'],
    [3, 'succeeded'],
    [4, 'failed'],
    [7, 'canceled'],
    [1, 'pending'],
  ]);
});

test('only 6, 7 and 15 are a verified account', () => {
  const all = [-1, 2, 3, 5, 6, 7, 8, 10, 12, 13, 14, 15, 16];
  assert.deepEqual(
    all.filter((code) => kycStatusOf(code) === 'verified'),
    [6, 7, 15],
  );
  assert.deepEqual(table(kycStatusOf, [-1, 2, 3, 5, 8, 10, 12, 13, 14, 16, 99]), [
    [-1, 'platform'],
    [2, 'missing-document'],
    [3, 'document-refused'],
    [5, 'registered'],
    [8, 'document-expired'],
    [10, 'blocked'],
    [12, 'closed'],
    [13, 'under-review'],
    [14, 'other'],
    [16, 'other'],
    [99, 'other'],
  ]);
});

test('document status 0 and 1 wait, 2 is accepted, 3 to 8 are refusals with their reason', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 6, 7, 8].map((code) => Object.values(documentStatusOf(code)).join(' ').trim()),
    [
      'uploaded',
      'uploaded',
      'accepted',
      'refused refused',
      'refused unreadable',
      'refused expired',
      'refused wrong-type',
      'refused wrong-name',
      'refused duplicate',
    ],
  );
});

test('document types keep their number both ways', () => {
  const numbers: Record<string, number> = {
    identityCard: 0,
    passportEU: 3,
    residencePermit: 5,
    drivingLicence: 11,
    proofOfIban: 2,
  };
  for (const [type, number] of Object.entries(numbers)) {
    assert.equal(documentTypeCode(type as DocumentType), number); // the literal above lists names of the type
    assert.equal(documentTypeOf(number), type);
  }
  assert.equal(documentTypeOf(17), 'other');
});

test('an IBAN is usable in status 5 only, a mandate in 5 and 6', () => {
  const codes = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  assert.deepEqual(codes.map(bankAccountStatusOf), [
    'other',
    'internal',
    'unused',
    'waiting',
    'activated',
    'refused',
    'refused',
    'deactivated',
    'refused',
  ]);
  assert.deepEqual([0, 5, 6, 8, 9, 4].map(mandateStatusOf), ['pending', 'usable', 'usable', 'disabled', 'refused', 'other']);
  assert.deepEqual([0, 1, 3, 4, 13, 14, 15, 2, null].map(methodOf), [
    'card',
    'incoming-wire',
    'outgoing-wire',
    'transfer',
    'ideal',
    'direct-debit',
    'cheque',
    'other',
    'other',
  ]);
});

test('every code of the error table has its kind; a code outside it is a refusal', () => {
  const kinds: Record<string, number[]> = {
    unavailable: [1, 179, 180, 181, 182, 183, 184, 185, 189, 191, 288, 297],
    rejected: [100, 101, 109, 151, 138, 186, 188, 215, 220, 221, 234, 235, 999],
    'insufficient-balance': [110],
    'account-not-verified': [111],
    unauthorized: [120],
    'not-found': [143, 147],
    conflict: [152, 204],
    'account-blocked': [167],
    'receiver-blocked': [168],
    'receiver-closed': [146],
  };
  for (const [kind, codes] of Object.entries(kinds)) for (const code of codes) assert.equal(kindOfCode(code), kind, String(code));
});

test('no failure message carries a whole IBAN', () => {
  for (const iban of ['FR7630006000011234567890189', 'FR76 3000 6000 0112 3456 7890 189', 'de89370400440532013000']) {
    const { message } = failure('rejected', `IBAN ${iban} refused`, 221);
    assert.ok(!message.includes(iban.slice(5, 12)), message);
    assert.match(message, /^IBAN \w{4}…[\w ]{4} refused$/);
  }
  assert.equal(maskIbans('account 3f0c1d5e-3f5a-4e8e-9d0e-0d9c0f7b1a2b'), 'account 3f0c1d5e-3f5a-4e8e-9d0e-0d9c0f7b1a2b');
});
