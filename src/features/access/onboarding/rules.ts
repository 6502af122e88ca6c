// When a profile is complete and the investor of legal age, which company a business hands in and how the search finds it, and who may
// still hand in documents. Pure.

import countries from 'i18n-iso-countries/index.js';
import { AppError, type FieldFault, FORBIDDEN } from '../../../core/errors.ts';
import type { Company, Customer, CustomerProfile, KycStatus, ProfileChanges } from '../customers/index.ts';
import { REGISTRY_SEARCH_FAILED } from './errors.ts';

export const IDENTITY_DOCUMENT_TYPES = ['identityCard', 'passportEU', 'residencePermit', 'drivingLicence'] as const;
export type IdentityDocumentType = (typeof IDENTITY_DOCUMENT_TYPES)[number];

/** Everything but `sex`, which may be unknown to the provider. */
const REQUIRED = [
  'customerType',
  'firstName',
  'lastName',
  'citizenship',
  'city',
  'cityOfBirth',
  'country',
  'countryOfBirth',
  'dateOfBirth',
  'phone',
  'postcode',
  'street',
] as const satisfies readonly (keyof ProfileChanges)[];

const LEGAL_AGE_YEARS = 18;
/** Nobody is older; a birth year such as 0190 is a typing error. */
const MAX_YEARS = 130;

/**
 * Faults of the profile that saving `changes` over `saved` would give, including what the provider would refuse. `today` is the
 * Paris date. The caller validates the phone number.
 */
export function profileFaults(
  saved: ProfileChanges | CustomerProfile | undefined,
  changes: ProfileChanges,
  today: Temporal.PlainDate,
): FieldFault[] {
  const faults: FieldFault[] = [];
  const complete: Partial<CustomerProfile> & { customerType?: unknown } = { ...saved, ...changes };
  for (const field of REQUIRED) {
    if (complete[field] === undefined || complete[field] === null) faults.push({ path: `body/${field}`, reason: 'is required' });
  }
  for (const field of ['country', 'countryOfBirth'] as const) {
    const code = changes[field];
    if (code !== undefined && alpha2Of(code) === undefined)
      faults.push({ path: `body/${field}`, reason: 'is not an ISO 3166-1 alpha-3 code' });
  }
  const { dateOfBirth } = changes;
  if (dateOfBirth && !isOfLegalAge(dateOfBirth, today))
    faults.push({ path: 'body/dateOfBirth', reason: 'must be the birth date of a person of legal age' });
  return [...faults, ...providerFaults(complete)];
}

/** At least eighteen years old; a person born on 29 February turns eighteen on 1 March. */
export function isOfLegalAge(dateOfBirth: Temporal.PlainDate, today: Temporal.PlainDate): boolean {
  const { years } = dateOfBirth.until(today, { largestUnit: 'years' });
  return years >= LEGAL_AGE_YEARS && years <= MAX_YEARS;
}

/** True while the investor may still change what the verifier will check. */
export function isKycOpen(kycStatus: KycStatus): boolean {
  return kycStatus !== 'verified' && kycStatus !== 'waitingForVerifier';
}

/**
 * True while KYC is open, and for a v2 investor without a profile, whom the provider may verify before it is saved.
 */
export function maySaveProfile(customer: Pick<Customer, 'informationCompletedAt' | 'kycStatus' | 'onboardingVersion'>): boolean {
  return isKycOpen(customer.kycStatus) || (customer.onboardingVersion === 'v2' && customer.informationCompletedAt === null);
}

/** What makes a person unique at the online onboarding: it has no call that changes them. */
const IDENTITY_FIELDS = ['firstName', 'lastName', 'dateOfBirth', 'countryOfBirth'] as const;

type FixedBy = Pick<Customer, 'providerKind' | 'customerType' | 'onboardingVersion' | 'informationCompletedAt'>;

/**
 * The fields that the provider's account has fixed (A-onboarding-17): whether it is that of a person or an entity, and for an investor of
 * v2 who has saved a profile, who they are.
 */
export function fixedFields(customer: FixedBy): readonly ('customerType' | (typeof IDENTITY_FIELDS)[number])[] {
  if (customer.providerKind === null) return [];
  const isIdentityFixed = customer.onboardingVersion === 'v2' && customer.informationCompletedAt !== null;
  return ['customerType', ...(isIdentityFixed ? IDENTITY_FIELDS : [])];
}

/** The fields of `changes` that would change what is fixed. */
export function changesOfFixed(customer: FixedBy & CustomerProfile, changes: ProfileChanges): string[] {
  const type = customer.providerKind === 'legal' ? 'business' : 'individual';
  const kept = { ...customer, customerType: type };
  return fixedFields(customer).filter((field) => changes[field] !== undefined && String(changes[field]) !== String(kept[field]));
}

/** The generic 403 of onboarding.md#identity-documents: no profile, or KYC verified or waiting for the verifier. */
export function assertMayHandIn(customer: Pick<Customer, 'informationCompletedAt' | 'kycStatus'> | undefined): void {
  if (!customer || customer.informationCompletedAt === null || !isKycOpen(customer.kycStatus)) throw new AppError(FORBIDDEN);
}

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

/** Faults of a whole profile as it would be stored; missing fields have none. */
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

// Which company a business hands in: the registry's data, and the investor's where the registry has none. Pure.

/** The company as the body names it. */
export type SentCompany = { registrationNumber: string } & Partial<
  Omit<Company, 'registrationNumber' | 'registrationDate' | 'kind'>
>;

/** The fields of the registry's record that matter; what a company does not disclose is missing. */
export type RegisteredCompany = {
  siren: string;
  date_creation?: string | null | undefined;
  forme_juridique?: string | null | undefined;
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

/** The country of a seat for which the registry names none. */
const REGISTRY_COUNTRY = 'FRA';

/** The provider's limits, in UTF-16 units. */
const COMPANY_MAX_UNITS = { name: 256, street: 256, postcode: 10, city: 140 } as const;

/**
 * The name is the registry's, or the one that was sent when the registry has none. The address is the one that was sent, if any
 * part of it was, else that of the seat. Faults: missing fields, and fields that the provider would refuse.
 */
export function companyOf(sent: SentCompany, registered: RegisteredCompany): { company: Company; faults: FieldFault[] } {
  const { siege } = registered;
  const hasSentAddress = [sent.street, sent.postcode, sent.city, sent.country].some((part) => part !== undefined);
  const seat = {
    street: siege?.adresse_ligne_1,
    postcode: siege?.code_postal,
    city: siege?.ville,
    country: (siege?.code_pays && countries.alpha2ToAlpha3(siege.code_pays)) || REGISTRY_COUNTRY,
  };
  const address = hasSentAddress ? { ...sent, country: sent.country?.toUpperCase() ?? REGISTRY_COUNTRY } : seat;
  const company: Company = {
    registrationNumber: registered.siren,
    name: trimmed(registered.nom_entreprise || sent.name),
    street: trimmed(address.street),
    postcode: trimmed(address.postcode),
    city: trimmed(address.city),
    country: address.country,
    registrationDate: dayOf(registered.date_creation),
    kind: kindOf(registered.forme_juridique ?? ''),
  };
  return { company, faults: faultsOf(company) };
}

/** Null for what is no day. */
function dayOf(text: string | null | undefined): string | null {
  try {
    return text ? Temporal.PlainDate.from(text).toString() : null;
  } catch {
    return null;
  }
}

/** What the provider calls an entity of this legal form, in the registry's French. */
function kindOf(legalForm: string): Company['kind'] {
  if (/entrepreneur individuel|micro-?entrepr|profession lib[ée]rale|artisan|commer[cç]ant/i.test(legalForm))
    return 'sole-trader';
  return /^association|fondation/i.test(legalForm) ? 'association' : 'company';
}

/** A missing text is empty, which {@link faultsOf} reports. */
function trimmed(text: string | null | undefined): string {
  return text?.trim() ?? '';
}

function faultsOf(company: Company): FieldFault[] {
  const faults: FieldFault[] = [];
  for (const field of ['name', 'street', 'postcode', 'city'] as const) {
    if (company[field] === '') faults.push({ path: `body/${field}`, reason: 'is required: the registry does not tell it' });
    if (company[field].length > COMPANY_MAX_UNITS[field])
      faults.push({ path: `body/${field}`, reason: `must not have more than ${COMPANY_MAX_UNITS[field]} units of text` });
  }
  if (alpha2Of(company.country) === undefined) faults.push({ path: 'body/country', reason: 'is not an ISO 3166-1 alpha-3 code' });
  return faults;
}

type Maybe<T> = T | null | undefined;

/** The fields of a company's record that a suggestion shows. */
export type CompanyRecord = {
  siren: string;
  nom_entreprise?: Maybe<string>;
  date_creation?: Maybe<string>;
  domaine_activite?: Maybe<string>;
  forme_juridique?: Maybe<string>;
  capital?: Maybe<number>;
  siege?: Maybe<{ code_pays?: Maybe<string>; code_postal?: Maybe<string>; ville?: Maybe<string> }>;
  greffe?: Maybe<string>;
};

/** The registration number in a search text, with or without spaces; undefined when the text is a name. */
export function sirenIn(text: string): string | undefined {
  const digits = text.replace(/\s/g, '');
  return /^\d{9}$/.test(digits) ? digits : undefined;
}

/** The values of a list parameter, sent repeated or separated by commas, without duplicates (services.md#company-search). */
export function wordsOf(parameters: readonly string[]): string[] {
  const words = parameters.flatMap((parameter) => parameter.split(',')).map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== ''))];
}

/**
 * The company suggestion of services.md#company-search: null for what the registry does not know, except `greffe`, which is left
 * out.
 */
export function toSuggestion(company: CompanyRecord) {
  const { siege, greffe } = company;
  return {
    siren: company.siren,
    nom_entreprise: company.nom_entreprise ?? null,
    date_creation: company.date_creation ?? null,
    domaine_activite: company.domaine_activite ?? null,
    forme_juridique: company.forme_juridique ?? null,
    capital: company.capital ?? null,
    siege: {
      code_pays: siege?.code_pays ?? null,
      code_postal: siege?.code_postal ?? null,
      ville: siege?.ville ?? null,
    },
    ...(greffe ? { greffe } : {}),
  };
}

/** The registry's answer. Error: `registry-search-failed`; the reason is only logged. */
export function registryAnswer<T>(reading: { ok: true; value: T } | { ok: false; reason: string }): T {
  if (reading.ok) return reading.value;
  throw new AppError(REGISTRY_SEARCH_FAILED, { detail: 'registry search failed', cause: new Error(reading.reason) });
}
