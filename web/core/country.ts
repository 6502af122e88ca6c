// Names of countries: the API has their three letters, the browser knows them by two.

import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { language } from './language.ts';

const TWO_LETTERS = new Map(codes.map(([two = '', three = '']) => [three, two]));

/** `France`, of `FRA`; what is no code of a country stays as it is. */
export function countryName(alpha3: string): string {
  const known = TWO_LETTERS.get(alpha3);
  return (known && new Intl.DisplayNames(language.value, { type: 'region' }).of(known)) ?? alpha3;
}

/** All countries, as the reader's language sorts their names. */
export function countryChoices(): { value: string; label: string }[] {
  const { compare } = new Intl.Collator(language.value);
  return [...TWO_LETTERS.keys()]
    .map((value) => ({ value, label: countryName(value) }))
    .toSorted((one, other) => compare(one.label, other.label));
}
