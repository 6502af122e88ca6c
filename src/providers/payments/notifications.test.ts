// Notifications as they come in: strings for numbers, Paris wall time, decimal euros, form or JSON; and every way to break them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Parsed,
  parseAccountStatusNotification,
  parseBlockedNotification,
  parseChargebackNotification,
  parseDocumentStatusNotification,
  parseOnboardingStatusNotification,
  parseProfileStatusNotification,
  parseRequirementNotification,
  parseRestrictionNotification,
} from './notifications.ts';

const EXT_ID = '0b9d3a52-6a2c-4c38-8d0e-6f6b8f0f3c11';
const ids = { ExtId: EXT_ID, IntId: '4012' };

function accepted<T>(parsed: Parsed<T>): T {
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.value;
}

function faultsOf(parsed: Parsed<unknown>): string[] {
  assert.ok(!parsed.ok, 'the body should have been refused');
  return parsed.faults.map(({ field, reason }) => `${field}: ${reason}`);
}

test('8: the two ids are enough; the rest is read when it is there', () => {
  assert.deepEqual(accepted(parseAccountStatusNotification(ids)), { extId: EXT_ID, intId: 4012, rawStatus: null, blocked: null });
  const whole = { ...ids, NotifCategory: '8', NotifDate: '2026-03-01T10:00:00', Status: '6', Blocked: 'False' };
  assert.deepEqual(accepted(parseAccountStatusNotification(whole)), { extId: EXT_ID, intId: 4012, rawStatus: 6, blocked: false });
  assert.deepEqual(faultsOf(parseAccountStatusNotification({})), ['ExtId: missing', 'IntId: missing']);
  assert.deepEqual(faultsOf(parseAccountStatusNotification({ ExtId: ' ', IntId: 'abc' })), ['ExtId: missing', 'IntId: integer']);
  assert.deepEqual(faultsOf(parseAccountStatusNotification({ ...ids, Status: 'six' })), ['Status: integer']);
});

test('a body that is no object has every field missing', () => {
  for (const body of [undefined, null, 'text', 12, []]) {
    assert.deepEqual(faultsOf(parseAccountStatusNotification(body)), ['ExtId: missing', 'IntId: missing']);
  }
});

const document = { ...ids, NotifCategory: '9', NotifDate: '2026-07-01T12:00:00', DocId: '77', DocType: '0', Status: '2' };

test('9: numbers from strings or as numbers, the date read in Paris', () => {
  const expected = {
    extId: EXT_ID,
    intId: 4012,
    documentId: 77,
    rawType: 0,
    rawStatus: 2,
    notifiedAt: Temporal.Instant.from('2026-07-01T10:00:00Z'),
  };
  assert.deepEqual(accepted(parseDocumentStatusNotification(document)), expected);
  const asNumbers = { ...document, IntId: 4012, DocId: 77, DocType: 0, Status: 2, NotifCategory: 9 };
  assert.deepEqual(accepted(parseDocumentStatusNotification(asNumbers)), expected);
});

test('9: winter time, an offset, and a date without time', () => {
  const at = (NotifDate: string) => accepted(parseDocumentStatusNotification({ ...document, NotifDate })).notifiedAt.toString();
  assert.equal(at('2026-01-15T12:00:00.123'), '2026-01-15T11:00:00.123Z');
  assert.equal(at('2026-01-15T12:00:00+03:00'), '2026-01-15T09:00:00Z');
  assert.equal(at('2026-01-15T12:00:00Z'), '2026-01-15T12:00:00Z');
  assert.equal(at('2026-01-15'), '2026-01-14T23:00:00Z');
});

test('9: each bad field is named', () => {
  const broken = { ...document, DocId: '7.5', Status: '9', NotifCategory: '8', NotifDate: 'yesterday', IntId: ['1', '2'] };
  assert.deepEqual(faultsOf(parseDocumentStatusNotification(broken)), [
    'NotifCategory: integer from 9 to 9',
    'IntId: integer',
    'DocId: integer',
    'Status: integer from 0 to 8',
    'NotifDate: ISO date',
  ]);
  assert.deepEqual(faultsOf(parseDocumentStatusNotification({ ...document, DocId: '12345678901234567890' })), ['DocId: integer']);
  for (const field of Object.keys(document)) {
    assert.deepEqual(faultsOf(parseDocumentStatusNotification({ ...document, [field]: undefined })), [`${field}: missing`]);
  }
});

test('13: Blocked 0 or 1 becomes a boolean', () => {
  const body = { ...ids, NotifDate: '2026-03-01T10:00:00', Status: '6', NotifCategory: '13', Blocked: '1', BlockingReason: '3' };
  assert.equal(accepted(parseBlockedNotification(body)).blocked, true);
  assert.equal(accepted(parseBlockedNotification({ ...body, Blocked: 0 })).blocked, false);
  assert.deepEqual(faultsOf(parseBlockedNotification({ ...body, Blocked: '2' })), ['Blocked: 0 or 1']);
  assert.deepEqual(faultsOf(parseBlockedNotification({ ...body, NotifCategory: '14' })), [
    'NotifCategory: integer from 13 to 13',
  ]);
});

test('14: decimal euros become cents, and the amount may be absent', () => {
  const body = { ExtId: 'spv-12', Comment: '', IdTransaction: '901' };
  assert.deepEqual(accepted(parseChargebackNotification(body)), {
    extId: 'spv-12',
    comment: '',
    transactionId: 901,
    amountCents: null,
  });
  const cents = (Amount: unknown) => accepted(parseChargebackNotification({ ...body, Amount })).amountCents;
  assert.deepEqual(['10.00', '0.29', '1234.5', 7, 19.99, '10,50', '-3.10'].map(cents), [1000, 29, 123450, 700, 1999, 1050, -310]);
  assert.deepEqual(faultsOf(parseChargebackNotification({ ...body, Amount: '10.001' })), ['Amount: amount in euros']);
  assert.deepEqual(faultsOf(parseChargebackNotification({ ExtId: 'a', IdTransaction: '0' })), [
    'Comment: missing',
    `IdTransaction: integer from 1 to ${Number.MAX_SAFE_INTEGER}`,
  ]);
});

test('49 and 50: only AccountID is required', () => {
  const bare = { profileId: null, extId: null, intId: null, rawStatus: null, notifiedAt: null };
  for (const parse of [parseProfileStatusNotification, parseOnboardingStatusNotification]) {
    assert.deepEqual(accepted(parse({ AccountID: 12 })), { onboardingAccountId: '12', ...bare });
    assert.deepEqual(faultsOf(parse({ ...ids })), ['AccountID: missing']);
    assert.deepEqual(faultsOf(parse({ AccountID: { id: 1 } })), ['AccountID: text']);
  }
  const whole = {
    AccountID: 'acc-9',
    ProfileID: '3',
    ...ids,
    Status: '2',
    NotifDate: '2026-03-01T10:00:00',
    NotifCategory: '50',
  };
  assert.equal(accepted(parseOnboardingStatusNotification(whole)).rawStatus, '2');
  assert.deepEqual(faultsOf(parseProfileStatusNotification(whole)), ['NotifCategory: integer from 49 to 49']);
});

test('53 and 54: the envelope with what changed', () => {
  const requirement = accepted(
    parseRequirementNotification({ AccountID: '12', RequirementId: '5', Status: 'REQUESTED', DueDate: '2026-12-01' }),
  );
  assert.deepEqual([requirement.requirementId, requirement.dueDate, requirement.rawStatus], ['5', '2026-12-01', 'REQUESTED']);
  const restriction = accepted(parseRestrictionNotification({ AccountID: '12', RestrictionId: '6', Reason: 'KYC_OUTDATED' }));
  assert.deepEqual([restriction.restrictionId, restriction.reason], ['6', 'KYC_OUTDATED']);
  assert.deepEqual(faultsOf(parseRequirementNotification({})), ['AccountID: missing']);
  assert.deepEqual(faultsOf(parseRestrictionNotification({})), ['AccountID: missing']);
});
