// Which company a business hands in: what the registry tells of it, and what the investor adds where it tells nothing. Pure.

import countries from 'i18n-iso-countries/index.js';
import type { FieldFault } from '../../../core/errors.ts';
import type { Company } from '../customers/index.ts';
import { alpha2Of } from './profile-rules.ts';

/** As the body carries it. */
export type SentCompany = { registrationNumber: string } & Partial<Omit<Company, 'registrationNumber'>>;

/** The part of the registry's record that counts; whatever a company does not disclose is missing. */
export type RegisteredCompany = {
  siren: string;
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

/** The registry's own country, where it tells none of a seat. */
const REGISTRY_COUNTRY = 'FRA';

/** What the provider takes, in UTF-16 units. */
const MAX_UNITS = { name: 256, street: 256, postcode: 10, city: 140 } as const;

/**
 * The name is the registry's where it tells one. The address is the one that was sent, if any of it was; else the seat's. Faults:
 * what is told nowhere, and what the provider would refuse.
 */
export function companyOf(sent: SentCompany, registered: RegisteredCompany): { company: Company; faults: FieldFault[] } {
  const { siege } = registered;
  const hasSentAddress = [sent.street, sent.postcode, sent.city, sent.country].some((part) => part !== undefined);
  const seat = {
    street: siege?.adresse_ligne_1,
    postcode: siege?.code_postal,
    city: siege?.ville,
    country: countries.alpha2ToAlpha3(siege?.code_pays ?? '') ?? REGISTRY_COUNTRY,
  };
  const address = hasSentAddress ? { ...sent, country: sent.country?.toUpperCase() ?? REGISTRY_COUNTRY } : seat;
  const company: Company = {
    registrationNumber: registered.siren,
    name: (registered.nom_entreprise || sent.name || '').trim(),
    street: (address.street ?? '').trim(),
    postcode: (address.postcode ?? '').trim(),
    city: (address.city ?? '').trim(),
    country: address.country,
  };
  return { company, faults: faultsOf(company) };
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
