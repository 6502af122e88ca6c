// GET /customers/tax-identity, and an administrator's view of it: what is declared, as the file writes it, and what it lacks.

import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { findIdentity, type StoredIdentity } from './queries.ts';
import { FRENCH_TERRITORIES, fieldsOfCode, inseeCountryOf, isInFrance, type NamedCommune } from './rules.ts';
import type { TaxIdentity } from './schemas.ts';

/** Error: `not-found`. */
export async function readTaxIdentity(db: Database, customerId: CustomerId): Promise<TaxIdentity> {
  const stored = await findIdentity(db, customerId);
  if (!stored) throw new AppError(NOT_FOUND, { detail: 'Customer not found' });
  const birthCommune = birthCommuneOf(stored);
  const residenceCommune = residenceCommuneOf(stored);
  return {
    sex: stored.isCompany ? null : stored.sex,
    // Of somebody who has become a company since, what they declared as a person.
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
