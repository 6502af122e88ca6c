// Provider routes for IBANs: list, register, unregister; and the virtual ones that receive wires for an account.
import type { FastifyInstance } from 'fastify';
import type { Account, Iban } from '../entities.ts';
import type { World } from '../world.ts';
import { providerError } from './errors.ts';
import { accountOf, assertMayReceive, bodyOf, pathParam, queryOf, toId } from './input.ts';
import { pageOf } from './search.ts';
import { ibanView } from './views.ts';

export const IBAN_STATUSES = [1, 2, 3, 4, 5, 6, 7, 8, 9];
/** The only status that allows pay-outs. */
export const IBAN_ACTIVATED = 5;
const AWAITING_VERIFICATION = 4;
const DEACTIVATED = 8;

export function ibanRoutes(app: FastifyInstance, world: World): void {
  app.get('/v2/moneyouts/:accountid/iban', async (request) => {
    const account = accountOf(world, pathParam(request, 'accountid'));
    return { ibans: pageOf(world.store.ofAccount(account.id).ibans.map(ibanView), queryOf(request)) };
  });

  app.post('/v2/moneyouts/iban', async (request) => {
    const body = bodyOf(request);
    const accountId = body.text('accountId', { max: 100 });
    const holder = body.text('holder', { max: 256 });
    const iban = compactIban(body.text('iban', { max: 100 }));
    const bic = body.optionalText('bic', { min: 8, max: 11 }) ?? '';
    for (const name of ['domiciliation1', 'domiciliation2', 'comment']) body.optionalText(name, { max: 512 });
    accountOf(world, accountId);
    if (!isIban(iban)) throw providerError(221, 'iban is misformed');
    const added = addIban(world, { accountId, iban, bic, holder, status: AWAITING_VERIFICATION });
    return { ibanId: added.id, status: added.status };
  });

  app.put('/v2/moneyouts/iban/:IbanId/unregister', async (request) => {
    const accountId = bodyOf(request).text('wallet', { max: 100 });
    accountOf(world, accountId);
    const iban = world.store.ibans.get(toId(pathParam(request, 'IbanId')));
    if (iban?.accountId !== accountId) throw providerError(234, 'no such IBAN on this account');
    if (iban.status === DEACTIVATED) throw providerError(220, 'bank details already deleted');
    iban.status = DEACTIVATED;
    iban.changedAt = world.clock.unixSeconds();
    world.store.put(['ibans', iban]);
    return { id: iban.id };
  });

  // Each call creates another one, like the real provider.
  app.post('/v2/moneyins/bankwire/iban/create', async (request) => {
    const body = bodyOf(request);
    const account = accountOf(world, body.text('wallet', { max: 256 }));
    if (body.text('country', { max: 2 }) !== 'FR') throw providerError(234, 'the sandbox has virtual IBANs of FR alone');
    assertMayReceive(account);
    const { id, iban, bic, holder, status } = addVirtualIban(world, account);
    return { id, iban, bic, holder, domiciliation: '', status, maxAvailableIbanPerWallet: 10, maxAvailableIban: 1_000 };
  });
}

function addVirtualIban(world: World, account: Account): Iban {
  const { firstName, lastName, company } = account.profile;
  const name = typeof company?.name === 'string' ? company.name : `${firstName} ${lastName}`;
  return addIban(world, {
    accountId: account.id,
    iban: frenchIban(world.store.nextId()),
    bic: 'SNDBFRPP',
    holder: name.trim() || account.id,
    status: IBAN_ACTIVATED,
    virtual: true,
  });
}

/** A fictitious French IBAN with valid check digits: a bank that does not exist, and a numbered account. */
function frenchIban(number: number): string {
  const [bank, branch, account] = ['99999', '00001', String(number).padStart(11, '0')];
  const key = 97n - ((89n * BigInt(bank) + 15n * BigInt(branch) + 3n * BigInt(account)) % 97n);
  const bban = `${bank}${branch}${account}${String(key).padStart(2, '0')}`;
  // F is 15 and R is 27.
  const check = 98n - (BigInt(`${bban}152700`) % 97n);
  return `FR${String(check).padStart(2, '0')}${bban}`;
}

/** Stores an IBAN without validation; also for the control routes. */
export function addIban(world: World, fields: Pick<Iban, 'accountId' | 'iban' | 'bic' | 'holder' | 'status' | 'virtual'>): Iban {
  const iban: Iban = { id: world.store.nextId(), documentId: null, changedAt: world.clock.unixSeconds(), ...fields };
  world.store.put(['ibans', iban]);
  return iban;
}

export const compactIban = (iban: string) => iban.replaceAll(' ', '').toUpperCase();

/** Checks format and check digits (ISO 13616: the rearranged number modulo 97 is 1). */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const digits = [...(iban.slice(4) + iban.slice(0, 4))].map((char) => Number.parseInt(char, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}
