// IBANs and answers about taxes lie encrypted in the database, and a new key replaces the old one without a pause.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { signInAdministrator } from '../../../../test/support/actors.ts';
import { type Client, createClient } from '../../../../test/support/client.ts';
import { addBankAccount, type Withdrawer, withdrawer } from '../../../../test/support/withdrawal-actors.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { dataCipher } from '../../../core/data-cipher.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import type { Service } from '../../../service.ts';
import { reencryptBankAccounts } from '../../investing/bank-accounts/index.ts';

const FIRST = 'the-first-key-of-these-tests-0123456789';
const SECOND = 'the-second-key-of-these-tests-0123456789';
const CHANGE = { DATA_ENCRYPTION_KEY: SECOND, DATA_ENCRYPTION_FORMER_KEY: FIRST };
const ADDED = 'NL91ABNA0417164300';
const WITHDRAWN_TO = 'FR7630006000011234567890189';
const METHODS = '/customers/provider/payment-method';
const ANSWERS = {
  fiscalResidence: 'france',
  socialSecurity: 'france',
  fiscalHousehold: 'single',
  income: 'under25000',
  keepPFU: false,
};

let world: World;
let people: Withdrawer[];
let admin: Client;
let depositIban: string;

before(async () => {
  world = await startWorld({ settings: { DATA_ENCRYPTION_KEY: FIRST } });
  admin = (await signInAdministrator(world)).client;
  people = [await withdrawer(world, 50_000), await withdrawer(world, 50_000)];
  await addBankAccount(world, owner(), ADDED);
  depositIban = expectStatus(await owner().client.get<{ iban: string }>('/customers/provider/deposit-account'), 200).body.iban;
  const year = world.deps.clock.now().toZonedDateTimeISO('Europe/Paris').year;
  expectStatus(await owner().client.post('/customers/taxation', { year, ...ANSWERS }), 201);
});
after(() => world.close());

const owner = (): Withdrawer => people[0] ?? assert.fail('nobody');

/** The same session at another process. */
function at({ url }: Service, client: Client): Client {
  const other = createClient(url ?? '');
  for (const [name, value] of client.cookies) other.cookies.set(name, value);
  return other;
}

/** What the owner and an administrator see of it all. */
async function seenAt(service: Service): Promise<unknown> {
  const [person, administrator] = [at(service, owner().client), at(service, admin)];
  const ibans = expectStatus(await person.get<{ items: { iban: string }[] }>(METHODS), 200).body.items.map(({ iban }) => iban);
  const deposit = expectStatus(await person.get<{ iban: string }>('/customers/provider/deposit-account'), 200).body.iban;
  const [tax] = expectStatus(await person.get<{ taxExemptionFormAnswers: object }[]>('/customers/taxation'), 200).body;
  const search = async (text: string) => {
    const path = `/administration/customers?search=${encodeURIComponent(text)}`;
    return expectStatus(await administrator.get<{ items: { id: string }[] }>(path), 200)
      .body.items.map(({ id }) => id)
      .sort();
  };
  const found = await Promise.all([search(ADDED), search(depositIban), search(WITHDRAWN_TO)]);
  return { ibans: ibans.sort(), deposit, answers: tax?.taxExemptionFormAnswers, found };
}

/** How many rows each key has encrypted. */
async function rowsOf(key: string): Promise<number> {
  const { keyId } = dataCipher({ DATA_ENCRYPTION_KEY: key, DATA_ENCRYPTION_FORMER_KEY: undefined });
  const [row] = await world.sql<{ count: number }>(
    `select count(*)::integer as count
     from (
       select iban_ciphertext as bytes from bank_account
       union all select iban_ciphertext from deposit_account
       union all select answers_ciphertext from tax_rate_request
     ) encrypted
     where substr(bytes, 1, 4) = $1`,
    [keyId],
  );
  return row?.count ?? -1;
}

it('no row of any table has an IBAN or an answer about taxes in clear', async () => {
  const tables = await world.sql<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  );
  assert.ok(tables.length > 100, 'all tables');
  const found: string[] = [];
  for (const { name } of tables)
    for (const { row } of await world.sql<{ row: string }>(`select row_to_json(t)::text as row from ${name} as t`))
      for (const words of [WITHDRAWN_TO, ADDED, depositIban, ANSWERS.income, 'fiscalHousehold'])
        if (row.includes(words)) found.push(`${words} in ${name}`);
  assert.deepEqual(found, []);
});

it('a new key: both are read, the same IBAN stays one account, the job encrypts anew and goes on where it stopped', async () => {
  const seen = await seenAt(world.service);
  assert.deepEqual(seen, {
    ibans: ['FR76 **** 0189', 'NL91 **** 4300'],
    deposit: depositIban,
    answers: { year: world.deps.clock.now().toZonedDateTimeISO('Europe/Paris').year, ...ANSWERS },
    found: [[owner().customerId], [owner().customerId], people.map(({ customerId }) => customerId).sort()],
  });
  const all = await rowsOf(FIRST);
  assert.equal(all, 5);

  const changing = await world.another({ api: true, worker: false, settings: CHANGE });
  assert.deepEqual(await seenAt(changing), seen, 'the new process reads what the old one wrote');
  await addAgainAt(changing);
  assert.deepEqual([await rowsOf(FIRST), await rowsOf(SECOND)], [4, 1], 'and has it with its own key, once');

  // As if the job had ended after its first batch.
  const cipher = dataCipher(CHANGE);
  assert.equal(await inTransaction(world.deps.db, (tx) => reencryptBankAccounts(tx, cipher, 1)), 1);
  const rotate = async () =>
    expectStatus(await createClient(changing.url ?? '').post('/dev/jobs/rotate-encryption-key', {}), 200).body;
  assert.deepEqual(await rotate(), { bankAccounts: 1, depositAccounts: 1, taxRequests: 1 });
  assert.deepEqual([await rowsOf(FIRST), await rowsOf(SECOND)], [0, all]);
  assert.deepEqual(await rotate(), { bankAccounts: 0, depositAccounts: 0, taxRequests: 0 });

  const done = await world.another({ api: true, worker: false, settings: { DATA_ENCRYPTION_KEY: SECOND } });
  assert.deepEqual(await seenAt(done), seen, 'the former key is not needed any more');
});

/** The owner registers the IBAN that was refused at first once more, at this process. */
async function addAgainAt(service: Service): Promise<void> {
  const { ibans } = await world.control<{ ibans: { id: number; iban: string }[] }>('GET', `/accounts/${owner().customerId}`);
  await world.control('PUT', `/ibans/${ibans.find(({ iban }) => iban === ADDED)?.id}`, { status: 8 });
  const there = { ...owner(), client: at(service, owner().client) };
  expectStatus(await there.client.get(METHODS), 200);
  await addBankAccount(world, there, ADDED);
}
