// The profile of an account as the create and update calls carry it, with the provider's field rules
// (provider.md#calls-that-mortar-makes, mark D).
import type { AccountKind, Profile } from '../entities.ts';
import type { Fields } from '../fields.ts';
import type { World } from '../world.ts';
import { providerError } from './errors.ts';
import { providerFields, slashDate } from './input.ts';

export const emptyProfile: Profile = {
  email: '',
  title: 'U',
  firstName: '',
  lastName: '',
  adresse: null,
  birth: null,
  company: null,
  nationality: '',
  phoneNumber: '',
  mobileNumber: '',
  isDebtor: false,
  payerOrBeneficiary: 2,
};

const NAME = { min: 2, max: 256 };

/**
 * The profile that a body asks for; on update, `known` fills what the body leaves out.
 * @throws 234 for a missing or misformed field
 */
export function profileFrom(world: World, kind: AccountKind, body: Fields, known: Profile | undefined): Profile {
  const fields = providerFields(body);
  const creating = known === undefined;
  const base = known ?? emptyProfile;
  const text = (name: 'email' | 'firstName' | 'lastName' | 'nationality', lengths: { min?: number; max?: number }) =>
    creating ? fields.text(name, lengths) : (fields.optionalText(name, lengths) ?? base[name]);
  const profile: Profile = {
    email: text('email', { max: 256 }),
    title: fields.optionalText('title', { min: 1, max: 1 }) ?? base.title,
    firstName: text('firstName', NAME),
    lastName: text('lastName', NAME),
    adresse: addressFrom(fields.optionalFields('adresse')) ?? base.adresse,
    // The update call spells the field with a capital.
    birth: birthFrom(fields.optionalFields(creating ? 'birth' : 'Birth')) ?? base.birth,
    company: kind === 'legal' ? companyFrom(fields.optionalFields('company')) : null,
    nationality: text('nationality', { max: 19 }),
    phoneNumber: phone(fields.optionalText('phoneNumber'), 'phoneNumber') ?? base.phoneNumber,
    mobileNumber: phone(fields.optionalText('mobileNumber'), 'mobileNumber') ?? base.mobileNumber,
    isDebtor: fields.optionalFlag('isDebtor') ?? base.isDebtor,
    payerOrBeneficiary: creating
      ? fields.integer('payerOrBeneficiary')
      : (fields.optionalInteger('payerOrBeneficiary') ?? base.payerOrBeneficiary),
  };
  assertForms(profile);
  if (world.settings.refuseOddNames) assertPlausibleNames(profile);
  return profile;
}

function assertForms({ email, title, nationality, payerOrBeneficiary }: Profile): void {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw providerError(234, 'email must be an address');
  if (!['M', 'F', 'J', 'U'].includes(title)) throw providerError(234, 'title must be M, F, J or U');
  if (!/^[A-Z]{3}(,[A-Z]{3})*$/.test(nationality)) throw providerError(234, 'nationality must be alpha-3 codes, comma separated');
  if (payerOrBeneficiary !== 1 && payerOrBeneficiary !== 2) throw providerError(234, 'payerOrBeneficiary must be 1 or 2');
}

function addressFrom(adresse: Fields | undefined): Fields | undefined {
  if (adresse === undefined) return undefined;
  const fields = providerFields(adresse);
  return {
    street: fields.optionalText('street', { max: 256 }),
    postCode: fields.optionalText('postCode', { max: 10 }),
    city: fields.optionalText('city', { max: 140 }),
    country: fields.text('country', { min: 3, max: 3 }),
  };
}

function birthFrom(birth: Fields | undefined): Fields | undefined {
  if (birth === undefined) return undefined;
  const fields = providerFields(birth);
  const date = fields.text('date');
  slashDate(date, 'birth.date');
  return {
    date,
    city: fields.optionalText('city', { max: 140 }),
    Country: fields.optionalText('Country', { min: 3, max: 3 }),
  };
}

/** A change of a legal account carries it, too. */
function companyFrom(company: Fields | undefined): Fields {
  const fields = providerFields(company ?? {});
  return {
    name: fields.text('name', { max: 256 }),
    description: fields.text('description', { max: 256 }),
    websiteUrl: fields.optionalText('websiteUrl', { max: 256 }),
    identificationNumber: fields.optionalText('identificationNumber', { max: 256 }),
  };
}

function phone(value: string | undefined, name: string): string | undefined {
  if (value === undefined || value === '') return undefined;
  if (!/^(?!00)\d{6,30}$/.test(value)) throw providerError(234, `${name} must be 6 to 30 digits without + or 00`);
  return value;
}

/** Refuses names that the provider takes for test data. */
export function assertPlausibleNames({ firstName, lastName }: Pick<Profile, 'firstName' | 'lastName'>): void {
  const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const names = [plain(firstName), plain(lastName)];
  if (names[0] === names[1]) throw providerError(234, 'first and last name must differ');
  for (const name of names) {
    // The provider does not document whether the rule on vowels applies to other scripts.
    const hasVowel = /[aeiouyæœøı]/.test(name) || /[^\P{L}\p{Script=Latin}]/u.test(name);
    if (name === 'test' || !hasVowel || /(\p{L})\1\1/u.test(name)) throw providerError(234, `${name} looks like test data`);
  }
}
