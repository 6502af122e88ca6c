// The tax identity of investors: declared, read, and listed while the yearly tax file lacks something of it.

import type { Static } from 'typebox';
import { parisYear } from '../../../core/dates.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND, VALIDATION_FAILED } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockCustomer, writeProfile } from '../customers/index.ts';
import { loadCommunes } from './communes.ts';
import { COMPANY_REQUIRED, PROFILE_REQUIRED } from './errors.ts';
import { countIncomplete, findIdentity, findIncompletePage, type StoredIdentity, writeIdentity } from './queries.ts';
import {
  type Communes,
  checkDeclaration,
  type Declared,
  FRENCH_TERRITORIES,
  fieldsOfCode,
  inseeCountryOf,
  isInFrance,
  type NamedCommune,
} from './rules.ts';
import type { IncompleteTaxIdentitiesPage, IncompleteTaxIdentitiesQuery, TaxIdentity } from './schemas.ts';

// PUT /customers/tax-identity: an investor declares what the yearly tax file says of them, or corrects it.

/** Errors: those of `declareTaxIdentity`. */
export async function saveTaxIdentity(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  { customerId, sent }: { customerId: CustomerId; sent: Declared },
): Promise<TaxIdentity> {
  const communes = await loadCommunes();
  await inTransaction(deps.db, async (tx) => {
    await lockCustomer(tx, customerId);
    await declareTaxIdentity(tx, { customerId, sent, communes, at: 'body', now: deps.clock.now() });
  });
  return readTaxIdentity(deps.db, customerId);
}

// What an investor declares for the yearly tax file, checked and written: with the profile, or by itself.

/**
 * The caller holds the customer's lock, and has read the communes before its transaction; paths of faults begin with `at`. A frozen or
 * verified investor declares too: they are in the file. The provider is not notified, as a change of a verified account makes it verify
 * again.
 * Errors: those of saveTaxIdentityErrors, `validation-failed`.
 */
export async function declareTaxIdentity(
  tx: Tx,
  input: { customerId: CustomerId; sent: Declared; communes: Communes; at: string; now: Temporal.Instant },
): Promise<void> {
  const { customerId, sent, communes, at, now } = input;
  const holder = await findIdentity(tx, customerId);
  if (!holder) throw new AppError(NOT_FOUND, { detail: 'Customer not found' });
  if (!holder.isProfileSaved) throw new AppError(PROFILE_REQUIRED, { detail: 'Save your profile first.' });
  if (holder.isCompany && !holder.hasCompany) throw new AppError(COMPANY_REQUIRED, { detail: 'Hand in your company first.' });
  const { country, postcode, city } = holder;
  const address = { country, postcode, city };
  const checked = checkDeclaration(sent, { holder: { ...holder, address }, communes, at });
  if ('faults' in checked) throw new AppError(VALIDATION_FAILED, checked);
  await writeIdentity(tx, customerId, { identity: checked, address, at: now });
  if (checked.sex !== null && checked.sex !== holder.sex) await writeProfile(tx, customerId, { sex: checked.sex }, now);
}

// GET /customers/tax-identity, and an administrator's view of it: what is declared, as the file writes it, and what it lacks.

/** Error: `not-found`. */
export async function readTaxIdentity(db: Database, customerId: CustomerId): Promise<TaxIdentity> {
  const stored = await findIdentity(db, customerId);
  if (!stored) throw new AppError(NOT_FOUND, { detail: 'Customer not found' });
  const birthCommune = birthCommuneOf(stored);
  const residenceCommune = residenceCommuneOf(stored);
  return {
    sex: stored.isCompany ? null : stored.sex,
    // What an investor declared as a person before becoming a company.
    birthName: stored.isCompany ? null : stored.birthName,
    usualName: stored.isCompany ? null : stored.usualName,
    birthCommune,
    residenceCommune,
    file: { ...birthOf(stored, birthCommune), residence: residenceCommune?.code ?? inseeCountryOf(stored.country) ?? null },
    missing: stored.missing,
    declaredAt: stored.declaredAt?.toString() ?? null,
  };
}

/** Only of those born in France, as the profile says now. */
function birthCommuneOf(stored: StoredIdentity): NamedCommune | null {
  const { isCompany, countryOfBirth, birthCommuneCode: code, birthCommuneName: name } = stored;
  const isFrench = !isCompany && countryOfBirth !== null && FRENCH_TERRITORIES.includes(countryOfBirth);
  return isFrench && code !== null && name !== null ? { code, name } : null;
}

/** Only of the address of now. */
function residenceCommuneOf(stored: StoredIdentity): NamedCommune | null {
  const { residenceCommuneCode: code, residenceCommuneName: name, isSameAddress } = stored;
  return isInFrance(stored) && isSameAddress && code !== null && name !== null ? { code, name } : null;
}

function birthOf({ isCompany, countryOfBirth, cityOfBirth }: StoredIdentity, commune: NamedCommune | null) {
  const code = isCompany ? undefined : (commune?.code ?? inseeCountryOf(countryOfBirth));
  if (code === undefined) return { birthDepartment: null, birthCommune: null, birthPlace: null };
  const fields = fieldsOfCode(code);
  return { birthDepartment: fields.department, birthCommune: fields.commune, birthPlace: commune?.name ?? cityOfBirth };
}

// GET /administration/tax-identities: of whom the yearly tax file still lacks what, with counts.

/** One page, newest investor first. Error: `validation-failed` for an invalid cursor. */
export async function listIncompleteTaxIdentities(
  { db, clock }: Pick<AppDeps, 'clock'> & { db: Database },
  { limit, cursor, missing }: Static<typeof IncompleteTaxIdentitiesQuery>,
): Promise<IncompleteTaxIdentitiesPage> {
  const year = parisYear(clock.now());
  const rows = await findIncompletePage(db, { year, missing }, { after: decodeCursor(cursor), limit: limit + 1 });
  const page = toPage(
    rows,
    limit,
    ({ createdAt, customerId }) => ({ at: createdAt, id: customerId }),
    ({ createdAt: _, about: name, askedAt, ...row }) => ({ ...row, name, askedAt: askedAt?.toString() ?? null }),
  );
  return { ...page, ...(await countIncomplete(db, year)) };
}
