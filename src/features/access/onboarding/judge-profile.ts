// What somebody sends of a profile, in the form that is kept, or what is wrong with it.

import type { FieldFault } from '../../../core/errors.ts';
import type { CustomerProfile, ProfileChanges } from '../customers/index.ts';
import { alpha2Of, normaliseCitizenship } from './profile-rules.ts';
import { profileFaults } from './rules.ts';

/** As the body carries it: the birth date as ISO text. */
export type SentProfile = Omit<ProfileChanges, 'dateOfBirth'> & { dateOfBirth?: string };

/** Judges the whole that saving `sent` over `saved` would give. `today` is the Paris date. */
export async function judgeProfile(
  saved: CustomerProfile | undefined,
  sent: SentProfile,
  today: Temporal.PlainDate,
): Promise<{ changes: ProfileChanges } | { faults: FieldFault[] }> {
  const changes = normalised(sent);
  const faults = profileFaults(saved, changes, today);
  const region = alpha2Of(changes.country ?? saved?.country ?? '');
  // A national number of an unknown country cannot be judged; the country is refused already.
  const isJudged = changes.phone !== undefined && (region !== undefined || changes.country === undefined);
  const phone = isJudged ? await readPhone(changes.phone ?? '', region) : undefined;
  if (phone !== undefined && 'reason' in phone) faults.push(phone);
  if (faults.length > 0) return { faults };
  return { changes: phone === undefined ? changes : { ...changes, ...phone } };
}

/** Without blanks around texts, country codes in capitals, each citizenship once. */
function normalised({ dateOfBirth, ...texts }: SentProfile): ProfileChanges {
  // Border: the same keys with the same kind of values.
  const changes = Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text.trim()])) as ProfileChanges;
  for (const field of ['country', 'countryOfBirth'] as const) {
    const code = changes[field];
    if (code !== undefined) changes[field] = code.toUpperCase();
  }
  if (changes.citizenship !== undefined) changes.citizenship = normaliseCitizenship(changes.citizenship);
  return dateOfBirth === undefined ? changes : { ...changes, dateOfBirth: Temporal.PlainDate.from(dateOfBirth) };
}

/** The number in E.164; a national one is read in the country of residence. The library is heavy: loaded at first use. */
async function readPhone(phone: string, region = ''): Promise<{ phone: string } | FieldFault> {
  const { parsePhoneNumberFromString, isSupportedCountry } = await import('libphonenumber-js/max');
  const number = parsePhoneNumberFromString(phone, isSupportedCountry(region) ? region : undefined);
  return number?.isValid() ? { phone: number.number } : { path: 'body/phone', reason: 'is not a valid phone number' };
}
