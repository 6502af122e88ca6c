// Validates profile fields that an investor sent and brings them into the form that is stored.

import type { CountryCode } from 'libphonenumber-js/max';
import type { FieldFault } from '../../../core/errors.ts';
import type { CustomerProfile, ProfileChanges } from '../customers/index.ts';
import { alpha2Of, normaliseCitizenship } from './profile-rules.ts';
import { profileFaults } from './rules.ts';

/** The fields as the body has them: the birth date as ISO text. */
export type SentProfile = Omit<ProfileChanges, 'dateOfBirth'> & { dateOfBirth?: string };

/** Validates the whole profile that saving `sent` over `saved` would give. `today` is the Paris date. */
export async function judgeProfile(
  saved: CustomerProfile | undefined,
  sent: SentProfile,
  today: Temporal.PlainDate,
): Promise<{ changes: ProfileChanges } | { faults: FieldFault[] }> {
  const changes = normalised(sent);
  const faults = profileFaults(saved, changes, today);
  const country = changes.country ?? saved?.country;
  const region = country ? alpha2Of(country) : undefined;
  // Without a valid country a national number cannot be validated; a fault of the country was added above.
  const isCountryInvalid = changes.country !== undefined && region === undefined;
  const phone = changes.phone === undefined || isCountryInvalid ? undefined : await readPhone(changes.phone, region);
  if (phone !== undefined && 'reason' in phone) faults.push(phone);
  if (faults.length > 0) return { faults };
  return { changes: phone === undefined ? changes : { ...changes, ...phone } };
}

/** Texts trimmed, country codes in capitals, each citizenship once. */
function normalised({ dateOfBirth, ...texts }: SentProfile): ProfileChanges {
  // Border: Object.fromEntries loses the keys, which are those of `texts`.
  const changes = Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text.trim()])) as ProfileChanges;
  for (const field of ['country', 'countryOfBirth'] as const) {
    const code = changes[field];
    if (code !== undefined) changes[field] = code.toUpperCase();
  }
  if (changes.citizenship !== undefined) changes.citizenship = normaliseCitizenship(changes.citizenship);
  return dateOfBirth === undefined ? changes : { ...changes, dateOfBirth: Temporal.PlainDate.from(dateOfBirth) };
}

/**
 * Regions that dial each other as `0690 12 34 56`: metropolitan France and the overseas ones with calling codes of their own, with the start
 * of their mobile numbers, of which the library does not know every block.
 */
const FRENCH_NUMBERING = [
  { region: 'FR' },
  { region: 'GP', mobiles: /^69[01]\d{6}$/ },
  { region: 'MQ', mobiles: /^69[67]\d{6}$/ },
  { region: 'GF', mobiles: /^694\d{6}$/ },
  { region: 'RE', mobiles: /^69[23]\d{6}$/ },
  { region: 'YT', mobiles: /^639\d{6}$/ },
  { region: 'MF' },
  { region: 'BL' },
  { region: 'PM' },
] as const satisfies { region: CountryCode; mobiles?: RegExp }[];
const FRANCE_CALLING_CODE = '33';

/** The number in E.164; a national one belongs to the country of residence. The library is large and loaded at first use. */
async function readPhone(phone: string, region: string | undefined): Promise<{ phone: string } | FieldFault> {
  const { parsePhoneNumberFromString, isSupportedCountry } = await import('libphonenumber-js/max');
  // No-break spaces, and the marks of direction that come along with a copied number.
  const text = phone.replace(/\p{Cf}/gu, '').replace(/\p{Z}/gu, ' ');
  const number = parsePhoneNumberFromString(text, region !== undefined && isSupportedCountry(region) ? region : undefined);
  if (number?.isValid()) return { phone: number.number };
  const hasFrenchCode = number?.countryCallingCode === FRANCE_CALLING_CODE;
  if (hasFrenchCode || FRENCH_NUMBERING.some((french) => french.region === region)) {
    // `+33 690 ...` is a number of Guadeloupe with the calling code of France, as people write it.
    const national = hasFrenchCode ? `0${number.nationalNumber}` : text;
    for (const french of FRENCH_NUMBERING) {
      const known = parsePhoneNumberFromString(national, french.region);
      const isMobile = known && 'mobiles' in french && french.mobiles.test(known.nationalNumber);
      if (known && (isMobile || known.isValid())) return { phone: known.number };
    }
  }
  return { path: 'body/phone', reason: 'is not a valid phone number' };
}
