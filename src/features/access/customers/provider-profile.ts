// The profile of an investor as the provider takes it, for opening their account and for updating it.

import type { IndividualProfile, LegalProfile } from '../../../providers/payments/index.ts';
import type { CustomerWithUser } from './queries.ts';

const MAX_NAME_LENGTH = 256;

/**
 * The investor's profile for the provider, where the account's id is the customer's; undefined while the profile is incomplete. A
 * business has the name and address of its company, and until it has handed one in, those of its representative.
 */
export function providerProfileOf(
  customer: Omit<CustomerWithUser, 'identityDocuments'>,
  email: string,
): IndividualProfile | LegalProfile | undefined {
  const { firstName, lastName, citizenship, city, cityOfBirth, country, countryOfBirth, dateOfBirth, postcode, street } =
    customer;
  const { company, customerType, informationCompletedAt, phone, sex } = customer;
  if (informationCompletedAt === null || customerType === null || firstName === null || lastName === null) return undefined;
  if (citizenship === null || city === null || cityOfBirth === null || country === null || countryOfBirth === null)
    return undefined;
  if (dateOfBirth === null || postcode === null || street === null) return undefined;
  const person = {
    accountId: customer.id,
    email,
    sex: sex ?? undefined,
    firstName,
    lastName,
    address: { street, postcode, city, country },
    birth: { date: dateOfBirth, city: cityOfBirth, country: countryOfBirth },
    nationality: citizenship,
    phone: phone ?? undefined,
  };
  if (customerType === 'individual') return { kind: 'individual', ...person };
  const description = 'Business investor';
  if (company === null)
    return { kind: 'legal', ...person, company: { name: `${firstName} ${lastName}`.slice(0, MAX_NAME_LENGTH), description } };
  const { name, registrationNumber, ...address } = company;
  return { kind: 'legal', ...person, address, company: { name, description, identificationNumber: registrationNumber } };
}
