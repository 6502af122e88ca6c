// PATCH /customers/profile: saves and checks what the investor says of themself.

import { parisDate } from '../../core/dates.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import { AppError, type FieldFault, FORBIDDEN, VALIDATION_FAILED } from '../../core/errors.ts';
import type { AppDeps } from '../../deps.ts';
import {
  enqueueProviderUpdate,
  findCustomer,
  type InvestorView,
  lockCustomer,
  type ProfileChanges,
  readInvestorView,
  writeProfile,
} from '../customers/index.ts';
import { alpha2Of, normaliseCitizenship } from './profile-rules.ts';
import { maySaveProfile, profileFaults } from './rules.ts';

/** As the body carries it: the birth date as ISO text. */
export type SentProfile = Omit<ProfileChanges, 'dateOfBirth'> & { dateOfBirth?: string };

/**
 * Fields left out keep their saved value; the whole must be complete, and such that the provider takes it. A provider that has
 * the account already is told later. Errors: `validation-failed`, then `forbidden` when KYC is verified or waits for the
 * verifier, unless it came before any profile.
 */
export async function saveProfile(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  input: { customerId: string; profile: SentProfile },
): Promise<InvestorView> {
  const { customerId } = input;
  const at = deps.clock.now();
  const saved = await findCustomer(deps.db, customerId);
  const changes = normalised(input.profile);
  const faults = profileFaults(saved, changes, parisDate(at));
  const region = alpha2Of(changes.country ?? saved?.country ?? '');
  // A national number of an unknown country cannot be judged; the country is refused already.
  const isJudged = changes.phone !== undefined && (region !== undefined || changes.country === undefined);
  const phone = isJudged ? await readPhone(changes.phone ?? '', region) : undefined;
  if (phone !== undefined && 'reason' in phone) faults.push(phone);
  if (faults.length > 0) throw new AppError(VALIDATION_FAILED, { faults });

  await inTransaction(deps.db, async (tx) => {
    const customer = await lockCustomer(tx, customerId);
    if (!customer || !maySaveProfile(customer)) throw new AppError(FORBIDDEN);
    await writeProfile(tx, customerId, phone === undefined ? changes : { ...changes, ...phone }, at);
    await enqueueProviderUpdate(tx, deps, customer);
  });
  return readInvestorView(deps.db, customerId);
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
