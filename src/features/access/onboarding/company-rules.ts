// Which company a business hands in: the registry's data, and the investor's where the registry has none. Pure.

import countries from 'i18n-iso-countries/index.js';
import type { FieldFault } from '../../../core/errors.ts';
import type { Company } from '../customers/index.ts';
import { alpha2Of } from './profile-rules.ts';

/** The company as the body names it. */
export type SentCompany = { registrationNumber: string } & Partial<
  Omit<Company, 'registrationNumber' | 'registrationDate' | 'kind'>
>;

/** The fields of the registry's record that matter; what a company does not disclose is missing. */
export type RegisteredCompany = {
  siren: string;
  date_creation?: string | null | undefined;
  forme_juridique?: string | null | undefined;
  nom_entreprise?: string | null | undefined;
  siege?:
    | {
        adresse_ligne_1?: string | null | undefined;
        code_postal?: string | null | undefined;
        ville?: string | null | undefined;
        code_pays?: string | null | undefined;
      }
    | null
    | undefined;
};

/** The country of a seat for which the registry names none. */
const REGISTRY_COUNTRY = 'FRA';

/** The provider's limits, in UTF-16 units. */
const MAX_UNITS = { name: 256, street: 256, postcode: 10, city: 140 } as const;

/**
 * The name is the registry's, or the one that was sent when the registry has none. The address is the one that was sent, if any
 * part of it was, else that of the seat. Faults: missing fields, and fields that the provider would refuse.
 */
export function companyOf(sent: SentCompany, registered: RegisteredCompany): { company: Company; faults: FieldFault[] } {
  const { siege } = registered;
  const hasSentAddress = [sent.street, sent.postcode, sent.city, sent.country].some((part) => part !== undefined);
  const seat = {
    street: siege?.adresse_ligne_1,
    postcode: siege?.code_postal,
    city: siege?.ville,
    country: (siege?.code_pays && countries.alpha2ToAlpha3(siege.code_pays)) || REGISTRY_COUNTRY,
  };
  const address = hasSentAddress ? { ...sent, country: sent.country?.toUpperCase() ?? REGISTRY_COUNTRY } : seat;
  const company: Company = {
    registrationNumber: registered.siren,
    name: trimmed(registered.nom_entreprise || sent.name),
    street: trimmed(address.street),
    postcode: trimmed(address.postcode),
    city: trimmed(address.city),
    country: address.country,
    registrationDate: dayOf(registered.date_creation),
    kind: kindOf(registered.forme_juridique ?? ''),
  };
  return { company, faults: faultsOf(company) };
}

/** Null for what is no day. */
function dayOf(text: string | null | undefined): string | null {
  try {
    return text ? Temporal.PlainDate.from(text).toString() : null;
  } catch {
    return null;
  }
}

/** What the provider calls an entity of this legal form, in the registry's French. */
function kindOf(legalForm: string): Company['kind'] {
  if (/entrepreneur individuel|micro-?entrepr|profession lib[ée]rale|artisan|commer[cç]ant/i.test(legalForm))
    return 'sole-trader';
  return /^association|fondation/i.test(legalForm) ? 'association' : 'company';
}

/** A missing text is empty, which {@link faultsOf} reports. */
function trimmed(text: string | null | undefined): string {
  return text?.trim() ?? '';
}

function faultsOf(company: Company): FieldFault[] {
  const faults: FieldFault[] = [];
  for (const field of ['name', 'street', 'postcode', 'city'] as const) {
    if (company[field] === '') faults.push({ path: `body/${field}`, reason: 'is required: the registry does not tell it' });
    if (company[field].length > MAX_UNITS[field])
      faults.push({ path: `body/${field}`, reason: `must not have more than ${MAX_UNITS[field]} units of text` });
  }
  if (alpha2Of(company.country) === undefined) faults.push({ path: 'body/country', reason: 'is not an ISO 3166-1 alpha-3 code' });
  return faults;
}
