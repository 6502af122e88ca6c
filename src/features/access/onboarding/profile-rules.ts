// The provider's limits of a profile, checked when it is saved, so that the provider does not refuse it later. Pure.

import countries from 'i18n-iso-countries/index.js';
import type { FieldFault } from '../../../core/errors.ts';
import type { CustomerProfile, ProfileChanges } from '../customers/index.ts';

/** The alpha-2 code of an ISO 3166-1 alpha-3 code in capitals; undefined for any other text. */
export function alpha2Of(alpha3: string): string | undefined {
  return /^[A-Z]{3}$/.test(alpha3) ? countries.alpha3ToAlpha2(alpha3) : undefined;
}

/** Citizenships in capitals, each once, as the provider needs them: `fra, deu,FRA` is `FRA,DEU`. */
export function normaliseCitizenship(text: string): string {
  const codes = text.split(',').map((code) => code.trim().toUpperCase());
  return [...new Set(codes)].join(',');
}

/** The provider allows nineteen characters: five codes with their commas. */
const MAX_CITIZENSHIPS = 5;

/** The provider counts UTF-16 units, of which an emoji has two; a schema counts characters. */
const MAX_UNITS = { firstName: 256, lastName: 256, city: 140, cityOfBirth: 140, postcode: 10, street: 256 } as const;

type Profile = { [Field in keyof CustomerProfile]?: CustomerProfile[Field] | undefined } | ProfileChanges;

/** Faults of a whole profile as it would be stored (A-onboarding-13); missing fields have none. */
export function providerFaults(profile: Profile): FieldFault[] {
  const faults: FieldFault[] = [];
  const { citizenship } = profile;
  if (citizenship && !areCitizenships(citizenship))
    faults.push({
      path: 'body/citizenship',
      reason: `must be one to ${MAX_CITIZENSHIPS} ISO 3166-1 alpha-3 codes, separated by commas`,
    });
  for (const field of ['firstName', 'lastName', 'city', 'cityOfBirth', 'postcode', 'street'] as const) {
    const text = profile[field];
    if (text && text.length > MAX_UNITS[field])
      faults.push({ path: `body/${field}`, reason: `must not have more than ${MAX_UNITS[field]} units of text` });
  }
  for (const field of ['firstName', 'lastName'] as const) {
    const name = profile[field];
    if (name && !/\p{L}/u.test(name)) faults.push({ path: `body/${field}`, reason: 'has no letter' });
  }
  return faults;
}

function areCitizenships(citizenship: string): boolean {
  const codes = citizenship.split(',');
  return codes.length <= MAX_CITIZENSHIPS && codes.every((code) => alpha2Of(code) !== undefined);
}
