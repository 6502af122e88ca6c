// Validates profile fields that an investor sent and brings them into the form that is stored.

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

/** The number in E.164; a national one belongs to the country of residence. The library is large and loaded at first use. */
async function readPhone(phone: string, region: string | undefined): Promise<{ phone: string } | FieldFault> {
  const { parsePhoneNumberFromString, isSupportedCountry } = await import('libphonenumber-js/max');
  const number = parsePhoneNumberFromString(phone, region !== undefined && isSupportedCountry(region) ? region : undefined);
  return number?.isValid() ? { phone: number.number } : { path: 'body/phone', reason: 'is not a valid phone number' };
}
