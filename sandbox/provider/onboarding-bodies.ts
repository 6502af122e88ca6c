// Bodies of the online onboarding API, refused as the provider refuses them (provider.md#online-onboarding).
import { type Fields, reader, record } from '../fields.ts';
import { refusal } from '../http.ts';
import type { World } from '../world.ts';
import { assertPlausibleNames } from './profile.ts';

const ACTIVITIES = /^(?:MARKETPLACE_[A-Z_]+|CROWDLENDING|CROWDEQUITY|CROWDFUNDING_DONATION|INVOICE_TRADING)$/;
const PROFILES = ['LENDER', 'INVESTOR', 'PROJECT_HOLDER', 'DONOR'];
const ENTITY_TYPES = ['COMPANY', 'ASSOCIATION', 'SOLE_TRADER'];
/** Lenders and investors are persons or companies; an owner can also be a sole trader. */
const OF_PERSONS_AND_COMPANIES = ['LENDER', 'INVESTOR'];

const onboardingFields = (fields: Fields) => reader(fields, (field, expected) => refusal(400, `${field} must be ${expected}`));

export type OnboardingBody = { walletId: string; identity: string; body: Fields };

/** `POST /accounts/individual`. @throws 400 */
export function individualBody(world: World, body: Fields): OnboardingBody {
  const { walletId } = heading(body);
  const individual = onboardingFields(body).optionalFields('individual');
  if (individual === undefined) throw refusal(400, 'individual must be a value');
  return { walletId, identity: person(world, individual, 'individual'), body };
}

/** `POST /accounts/legal-entity`. @throws 400 */
export function legalEntityBody(world: World, body: Fields): OnboardingBody {
  const { walletId, profile } = heading(body);
  const fields = onboardingFields(body);
  const [entity, representative] = [fields.optionalFields('legalEntity'), fields.optionalFields('legalRepresentative')];
  if (entity === undefined || representative === undefined)
    throw refusal(400, 'legalEntity and legalRepresentative must be given');
  const of = onboardingFields(entity);
  const type = of.text('type');
  if (!ENTITY_TYPES.includes(type)) throw refusal(400, `legalEntity.type must be one of ${ENTITY_TYPES.join(', ')}`);
  if (type !== 'COMPANY' && OF_PERSONS_AND_COMPANIES.includes(profile))
    throw refusal(400, `${profile} must be a person or a COMPANY, not ${type}`);
  const name = of.text('name', { max: 256 });
  const number = type === 'COMPANY' ? of.text('registrationNumber') : of.optionalText('registrationNumber');
  const date = type === 'COMPANY' ? of.text('registrationDate') : of.optionalText('registrationDate');
  if (date !== undefined) pastDay(date, 'legalEntity.registrationDate');
  const country = twoLetters(entity.registrationCountry, 'legalEntity.registrationCountry');
  person(world, representative, 'legalRepresentative');
  return { walletId, identity: ['entity', name, number, country, date].join('|').toLowerCase(), body };
}

/** `POST /onboardings/...`. @throws 400 */
export function startBody(body: Fields): { accountId: string; redirectUrl: string } {
  const fields = onboardingFields(body);
  const redirectUrl = fields.text('redirectUrl', { max: 2000 });
  if (!URL.canParse(redirectUrl)) throw refusal(400, 'redirectUrl must be a URL');
  // Ids are numbers on some pages of the provider and text on others.
  const accountId = typeof body.accountId === 'number' ? String(body.accountId) : fields.text('accountId');
  return { accountId, redirectUrl };
}

function heading(body: Fields): { walletId: string; profile: string } {
  const fields = onboardingFields(body);
  const walletId = fields.text('walletId', { max: 100 });
  if (walletId.startsWith('@')) throw refusal(400, 'walletId must not start with @');
  const activity = fields.optionalText('activity');
  if (activity !== undefined && !ACTIVITIES.test(activity)) throw refusal(400, 'activity must be one of the contract');
  const profile = fields.text('profile');
  if (!PROFILES.includes(profile)) throw refusal(400, `profile must be one of ${PROFILES.join(', ')}`);
  return { walletId, profile };
}

/** Checks a person, and returns what makes them unique. */
function person(world: World, body: Fields, path: string): string {
  const fields = reader(body, (field, expected) => refusal(400, `${path}.${field} must be ${expected}`));
  const firstName = fields.text('firstName', { min: 2, max: 256 });
  const lastName = fields.text('lastName', { min: 2, max: 256 });
  if (world.settings.refuseOddNames) assertPlausibleNames({ firstName, lastName });
  const birthDate = fields.text('birthDate');
  pastDay(birthDate, `${path}.birthDate`);
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(fields.text('email', { max: 256 })))
    throw refusal(400, `${path}.email must be an address`);
  fields.optionalText('birthCity', { max: 140 });
  const birthCountry = twoLetters(body.birthCountry, `${path}.birthCountry`);
  const phone = fields.optionalText('phoneNumber');
  if (phone !== undefined && !/^\+[1-9]\d{6,14}$/.test(phone)) throw refusal(400, `${path}.phoneNumber must be +33...`);
  const { nationalities } = body;
  if (!Array.isArray(nationalities) || nationalities.length === 0)
    throw refusal(400, `${path}.nationalities must be a list of countries`);
  for (const nationality of nationalities) twoLetters(nationality, `${path}.nationalities`);
  const address = reader(record(body.address), (field, expected) => refusal(400, `${path}.address.${field} must be ${expected}`));
  address.optionalText('street', { max: 256 });
  address.optionalText('postCode', { max: 10 });
  address.optionalText('city', { max: 140 });
  twoLetters(record(body.address).country, `${path}.address.country`);
  return ['person', firstName, lastName, birthDate, birthCountry].join('|').toLowerCase();
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Countries have two letters here, three in DirectKit. */
function twoLetters(value: unknown, path: string): string {
  if (typeof value !== 'string' || !/^[A-Z]{2}$/.test(value) || regions.of(value) === undefined)
    throw refusal(400, `${path} must be a country of two letters`);
  return value;
}

function pastDay(value: string, path: string): void {
  try {
    if (/^\d{4}-\d{2}-\d{2}$/.test(value) && Temporal.PlainDate.from(value).year >= 1800) return;
  } catch {
    // An impossible day such as 2026-02-31: refused below like any other form.
  }
  throw refusal(400, `${path} must be a date yyyy-MM-dd`);
}
