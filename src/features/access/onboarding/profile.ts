// PATCH /customers/profile: validates and saves profile fields of the investor.

import type { CountryCode } from 'libphonenumber-js/max';
import type { Static } from 'typebox';
import { parisDate } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, type FieldFault, FORBIDDEN, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { NAME_RULES } from '../../../providers/email/index.ts';
import {
  type Customer,
  type CustomerProfile,
  enqueueProviderUpdate,
  type InvestorView,
  lockCustomer,
  mailInvestor,
  nameMarkOf,
  type ProfileChanges,
  readInvestorView,
  writeProfile,
} from '../customers/index.ts';
import { declareTaxIdentity, loadCommunes, type NewTaxIdentity } from '../tax-identity/index.ts';
import { alpha2Of, changesOfFixed, maySaveProfile, normaliseCitizenship, profileFaults } from './rules.ts';

/**
 * Fields left out keep their saved value; the whole profile must be complete and within the provider's limits. A job updates an
 * account that the provider has already. Errors: `validation-failed`, then `forbidden` when KYC is verified or waits for the
 * verifier, except for the first profile of a v2 investor, or would change what the provider's account was opened with (A-onboarding-17).
 */
export async function saveProfile(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  input: { customerId: CustomerId; profile: SentProfile; taxIdentity?: Static<typeof NewTaxIdentity> | undefined },
): Promise<InvestorView> {
  const { customerId, taxIdentity: sent } = input;
  const communes = sent && (await loadCommunes());
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    // What is left out comes from the saved profile, which another save may be changing.
    const customer = await lockCustomer(tx, customerId);
    const checked = await checkProfile(customer, input.profile, parisDate(at));
    if ('faults' in checked) throw new AppError(VALIDATION_FAILED, checked);
    if (!customer || !maySaveProfile(customer)) throw new AppError(FORBIDDEN);
    const fixed = changesOfFixed(customer, checked.changes);
    if (fixed.length > 0)
      throw new AppError(FORBIDDEN, {
        detail: `The payment provider has your account under these data, or is opening it. They cannot change here: ${fixed.join(', ')}.`,
      });
    await writeProfile(tx, customerId, checked.changes, at);
    if (sent && communes) await declareTaxIdentity(tx, { customerId, sent, communes, at: 'body/taxIdentity', now: at });
    await enqueueProviderUpdate(tx, deps, customer);
    await tellOfName(tx, deps, customer, checked.changes);
  });
  return readInvestorView(deps.db, customerId);
}

/** Tells team and investor of a name that the provider may refuse, once for the same names (A-onboarding-21). */
async function tellOfName(tx: Tx, deps: Pick<AppDeps, 'jobs'>, saved: Customer, changes: ProfileChanges): Promise<void> {
  const { firstName = saved.firstName, lastName = saved.lastName } = changes;
  const mark = nameMarkOf({ firstName, lastName });
  if (mark === null || (firstName === saved.firstName && lastName === saved.lastName)) return;
  await mailInvestor(tx, deps, { customerId: saved.id, template: 'name-marked', data: { mark } });
  await enqueueChatMessage(tx, deps, {
    channel: 'internal-alerts',
    text: `Le prestataire de paiement risque de refuser le nom du client ${saved.id} (${NAME_RULES[mark]}). Le profil est enregistré : demandez-lui d’ouvrir ce compte, ou vérifiez avec le client que son nom est écrit comme sur sa pièce d’identité.`,
  });
}

/** The fields as the body has them: the birth date as ISO text. */
export type SentProfile = Omit<ProfileChanges, 'dateOfBirth'> & { dateOfBirth?: string };

/** Validates the whole profile that saving `sent` over `saved` would give. `today` is the Paris date. */
export async function checkProfile(
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
 * Regions that dial each other as `0690 12 34 56`: metropolitan France and the overseas ones with their own calling codes, with the start
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
