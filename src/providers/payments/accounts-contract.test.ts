// What the port promises about accounts, papers, bank accounts and mandates, over real HTTP.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { isValidIBAN } from 'ibantools';
import {
  type ContractWorld,
  granted,
  IBAN,
  openContractWorld,
  profile,
  refused,
  sandboxOnly,
} from '../../../test/support/provider-contract.ts';
import { centsOf } from '../../core/cents.ts';

let world: ContractWorld;
before(async () => {
  world = await openContractWorld();
});
after(() => world.stop());

test('getAccount: a verified account with its balance; an unknown one is not found', async () => {
  const account = await granted(world.provider.getAccount(world.payer));
  assert.equal(account.accountId, world.payer);
  assert.equal(account.kycStatus, 'verified');
  assert.equal(account.blocked, false);
  assert.ok(Number.isInteger(account.internalId) && account.balanceCents > 0);
  await refused(world.provider.getAccount(randomUUID()), 'not-found', 147);
});

test('getAccount: status and block as they are set', sandboxOnly, async () => {
  const accountId = `spv ${randomUUID()}/é`;
  await world.control('POST', '/accounts', { accountId, kind: 'legal', status: 2 });
  const { accountId: id, kind, kycStatus, rawStatus, balanceCents } = await granted(world.provider.getAccount(accountId));
  assert.deepEqual(
    { id, kind, kycStatus, rawStatus, balanceCents },
    { id: accountId, kind: 'legal', kycStatus: 'missing-document', rawStatus: 2, balanceCents: 0 },
  );
  await world.control('PUT', `/accounts/${encodeURIComponent(accountId)}/blocked`, { blocked: true });
  assert.equal((await granted(world.provider.getAccount(accountId))).blocked, true);
});

test('openAccount: opens once, and finds what it opened', async () => {
  const accountId = randomUUID();
  const opened = await granted(world.provider.openAccount(profile(accountId)));
  assert.equal(opened.existing, false);
  const again = await granted(world.provider.openAccount(profile(accountId)));
  assert.deepEqual(again, { ...opened, existing: true });
  await refused(world.provider.openAccount({ ...profile(randomUUID()), email: `${accountId}@mortar.test` }), 'conflict', 204);
});

test('openAccount: every field reaches the provider in its spelling', sandboxOnly, async () => {
  const accountId = randomUUID();
  const company = { name: 'SPV Lilas', description: 'Détention d’un immeuble', identificationNumber: '732829320' };
  const opened = await granted(
    world.provider.openAccount({ ...profile(accountId), kind: 'legal', role: 'beneficiary', company }),
  );
  assert.equal((await granted(world.provider.getAccount(accountId))).internalId, opened.internalId);
  assert.equal((await granted(world.provider.getAccount(accountId))).kind, 'legal');
  const [call] = await world.control<{ body: unknown }[]>('GET', '/calls?path=/v2/accounts/legal');
  assert.deepEqual(call?.body, {
    accountId,
    email: `${accountId}@mortar.test`,
    title: 'F',
    firstName: 'Camille',
    lastName: 'Durand',
    adresse: { street: '12 rue des Lilas', postCode: '75011', city: 'Paris', country: 'FRA' },
    birth: { date: '1990/02/28', city: 'Lyon', Country: 'FRA' },
    nationality: 'FRA',
    mobileNumber: '33612345678',
    payerOrBeneficiary: 2,
    company,
  });
});

test('documents: an upload waits, a verdict shows with its reason', sandboxOnly, async () => {
  const bytes = new TextEncoder().encode(`%PDF-1.7 ${'x'.repeat(100 * 1024)}`);
  const upload = { accountId: world.payee, type: 'drivingLicence', name: 'permis.pdf', bytes } as const;
  const uploaded = await granted(world.provider.uploadDocument(upload));
  assert.deepEqual({ ...uploaded, documentId: 0 }, { documentId: 0, status: 'uploaded', reason: null, rawStatus: 1 });
  await world.control('PUT', `/documents/${uploaded.documentId}`, { status: 5, comment: 'Périmé' });
  const documents = await granted(world.provider.listDocuments(world.payee));
  assert.deepEqual(
    documents.find(({ documentId }) => documentId === uploaded.documentId),
    {
      documentId: uploaded.documentId,
      type: 'drivingLicence',
      status: 'refused',
      reason: 'expired',
      rawStatus: 5,
      comment: 'Périmé',
    },
  );
  await refused(world.provider.uploadDocument({ ...upload, bytes: new Uint8Array(50) }), 'rejected', 235);
  await refused(world.provider.listDocuments(randomUUID()), 'not-found', 147);
});

test('bank accounts: registered, then usable once the provider has activated them', sandboxOnly, async () => {
  const registration = { accountId: world.payee, holder: 'Louis Martin', iban: IBAN, bic: 'AGRIFRPP' };
  const registered = await granted(world.provider.registerBankAccount(registration));
  assert.equal(registered.status, 'waiting');
  const order = {
    accountId: world.payee,
    bankAccountId: registered.bankAccountId,
    amountCents: centsOf(100),
    comment: '',
    reference: randomUUID(),
  };
  await refused(world.provider.payOut(order), 'rejected', 215);
  await world.control('PUT', `/ibans/${registered.bankAccountId}`, { status: 5 });
  const [bankAccount] = await granted(world.provider.listBankAccounts(world.payee));
  assert.deepEqual(bankAccount, {
    bankAccountId: registered.bankAccountId,
    iban: IBAN,
    bic: 'AGRIFRPP',
    holder: 'Louis Martin',
    status: 'activated',
    rawStatus: 5,
    virtual: false,
  });
  await refused(world.provider.registerBankAccount({ ...registration, iban: 'FR7630006000011234567890188' }), 'rejected', 221);
});

test('bank accounts: unregistered, nothing is paid out to them any more; twice is refused', sandboxOnly, async () => {
  const { bankAccountId } = await granted(
    world.provider.registerBankAccount({ accountId: world.payee, holder: 'Louis Martin', iban: IBAN }),
  );
  await world.control('PUT', `/ibans/${bankAccountId}`, { status: 5 });
  const key = { accountId: world.payee, bankAccountId };
  assert.deepEqual(await granted(world.provider.unregisterBankAccount(key)), { bankAccountId });
  const listed = await granted(world.provider.listBankAccounts(world.payee));
  assert.equal(listed.find((account) => account.bankAccountId === bankAccountId)?.status, 'deactivated');
  await refused(world.provider.unregisterBankAccount(key), 'rejected', 220);
  await refused(world.provider.unregisterBankAccount({ ...key, accountId: world.payer }), 'rejected', 234);
});

test('virtual IBANs: created, listed as such, receive wires and are never paid out to', sandboxOnly, async () => {
  const accountId = randomUUID();
  await granted(world.provider.openAccount(profile(accountId)));
  await world.control('PUT', `/accounts/${accountId}/status`, { status: 6 });
  const created = await granted(world.provider.createVirtualIban({ accountId, country: 'FR' }));
  assert.ok(isValidIBAN(created.iban) && created.bic);
  assert.deepEqual([created.holder, created.status], ['Camille Durand', 'activated']);
  assert.deepEqual(await granted(world.provider.listBankAccounts(accountId)), [{ ...created, rawStatus: 5, virtual: true }]);
  await world.control('POST', '/wires', { iban: created.iban, amountCents: 700 });
  assert.equal((await granted(world.provider.getAccount(accountId))).balanceCents, 700);
  const order = {
    accountId,
    bankAccountId: created.bankAccountId,
    amountCents: centsOf(100),
    comment: '',
    reference: randomUUID(),
  };
  await refused(world.provider.payOut(order), 'rejected', 215);
  await world.control('PUT', `/ibans/${created.bankAccountId}`, { status: 8 });
  await assert.rejects(world.control('POST', '/wires', { iban: created.iban, amountCents: 700 }), /409/);
  await refused(world.provider.createVirtualIban({ accountId: randomUUID(), country: 'FR' }), 'not-found', 147);
});

test('mandates: listed, with what makes them usable', async () => {
  const mandates = await granted(world.provider.listMandates(world.payer));
  const mandate = mandates.find(({ mandateId }) => mandateId === world.mandateId) ?? assert.fail('the mandate is not listed');
  assert.deepEqual([mandate.status, mandate.usable], ['usable', true]);
  assert.ok(mandate.iban.length >= 15 && mandate.reference);
});

test('updateAccount: replaces the profile of either kind; unknown and taken are refused', sandboxOnly, async () => {
  const accountId = randomUUID();
  const opened = await granted(world.provider.openAccount(profile(accountId)));
  const changed = { ...profile(accountId), email: `new-${accountId}@mortar.test`, lastName: 'Martin' };
  assert.deepEqual(await granted(world.provider.updateAccount(changed)), { ...opened, existing: true });
  const [call] = await world.control<{ method: string; body: unknown }[]>('GET', `/calls?path=/individual/${accountId}`);
  assert.deepEqual(
    [call?.method, call?.body],
    [
      'PUT',
      {
        email: changed.email,
        title: 'F',
        firstName: 'Camille',
        lastName: 'Martin',
        adresse: { street: '12 rue des Lilas', postCode: '75011', city: 'Paris', country: 'FRA' },
        nationality: 'FRA',
        mobileNumber: '33612345678',
        payerOrBeneficiary: 1,
        Birth: { date: '1990/02/28', city: 'Lyon', Country: 'FRA' },
      },
    ],
  );
  const company = { name: 'SPV Lilas', description: 'Un immeuble' };
  const legal = { ...profile(randomUUID()), kind: 'legal' as const, role: 'beneficiary' as const, company };
  const spv = await granted(world.provider.openAccount(legal));
  assert.equal((await granted(world.provider.updateAccount({ ...legal, lastName: 'Petit' }))).internalId, spv.internalId);
  await refused(world.provider.updateAccount(profile(randomUUID())), 'not-found', 147);
  await refused(world.provider.updateAccount({ ...legal, email: changed.email }), 'conflict', 204);
});
