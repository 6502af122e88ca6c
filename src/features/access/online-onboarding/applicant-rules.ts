// Whom an administrator opens a file for, as the provider takes them. Pure.

import countries from 'i18n-iso-countries/index.js';
import { AppError, type FieldFault, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { Applicant } from './schemas.ts';

/** The person of a body. Error: `validation-failed`. */
export function personOf(applicant: Applicant, path: string) {
  const { email, firstName, lastName, dateOfBirth, cityOfBirth, phone, street, postcode, city } = applicant;
  const [country, countryOfBirth] = [applicant.country.toUpperCase(), applicant.countryOfBirth.toUpperCase()];
  const citizenships = applicant.citizenship.split(',').map((code) => code.trim().toUpperCase());
  assertCountries([
    [country, `${path}/country`],
    [countryOfBirth, `${path}/countryOfBirth`],
    ...citizenships.map((code): [string, string] => [code, `${path}/citizenship`]),
  ]);
  return {
    email,
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    birth: { date: Temporal.PlainDate.from(dateOfBirth), country: countryOfBirth, city: cityOfBirth },
    nationality: citizenships.join(','),
    phone,
    address: { country, street, postcode, city },
  };
}

/** Error: `validation-failed`. */
export function assertCountries(codes: readonly [code: string, path: string][]): void {
  const faults: FieldFault[] = codes
    .filter(([code]) => !/^[A-Z]{3}$/.test(code) || countries.alpha3ToAlpha2(code) === undefined)
    .map(([, path]) => ({ path, reason: 'is not an ISO 3166-1 alpha-3 code' }));
  if (faults.length > 0) throw new AppError(VALIDATION_FAILED, { faults });
}

/** A part of a body that only an opened account can do without. */
export function missing(path: string): AppError {
  return new AppError(VALIDATION_FAILED, { faults: [{ path, reason: 'is required to open the account' }] });
}
