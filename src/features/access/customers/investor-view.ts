// What an investor sees of themself: the enriched investor view.

import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { type CustomerWithUser, findCustomerWithUser, hasCustomer } from './queries.ts';
import { nameMarkOf, transactionRights } from './rules.ts';
import type { IdentityDocument, InvestorView } from './schemas.ts';

/** The enriched investor view; `profile` is null until it is saved for the first time. */
export function toInvestorView(customer: CustomerWithUser): InvestorView {
  return {
    id: customer.id,
    email: customer.email,
    emailVerified: customer.emailVerified,
    name: customer.name,
    mfaEnabled: customer.mfaEnabled,
    canSeeRoyalty: customer.canSeeRoyalty,
    customerType: customer.customerType,
    onboardingVersion: customer.onboardingVersion,
    kycStatus: customer.kycStatus,
    forms: { information: formState(customer.informationCompletedAt), documents: formState(customer.documentsCompletedAt) },
    transactionRights: transactionRights(customer),
    frozen: customer.frozenAt !== null,
    referralCode: customer.referralCode,
    profile: customer.informationCompletedAt === null ? null : profileOf(customer),
    // A verified identity says that the provider took the name.
    nameMark: customer.kycStatus === 'verified' ? null : nameMarkOf(customer),
    pendingCorrection: correctionOf(customer),
    company: customer.company,
    identityDocuments: customer.identityDocuments.map(shownDocument),
    createdAt: customer.createdAt.toString(),
  };
}

function formState(completedAt: Temporal.Instant | null): 'completed' | 'toComplete' {
  return completedAt === null ? 'toComplete' : 'completed';
}

function correctionOf({ pendingCorrection }: CustomerWithUser): InvestorView['pendingCorrection'] {
  if (pendingCorrection === null) return null;
  const { id, changes, requestedAt } = pendingCorrection;
  return { id, changes, requestedAt: Temporal.Instant.from(requestedAt).toString() };
}

function profileOf(customer: CustomerWithUser): InvestorView['profile'] {
  return {
    firstName: customer.firstName,
    lastName: customer.lastName,
    citizenship: customer.citizenship,
    city: customer.city,
    cityOfBirth: customer.cityOfBirth,
    country: customer.country,
    countryOfBirth: customer.countryOfBirth,
    dateOfBirth: customer.dateOfBirth?.toString() ?? null,
    phone: customer.phone,
    postcode: customer.postcode,
    sex: customer.sex,
    street: customer.street,
  };
}

/** The enriched investor view. Error: `not-found`; never for a signed-in investor. */
export async function readInvestorView(db: Database | Tx, customerId: CustomerId): Promise<InvestorView> {
  const customer = await findCustomerWithUser(db, customerId);
  if (!customer) throw new AppError(NOT_FOUND, { detail: 'Customer not found' });
  return toInvestorView(customer);
}

/** Refuses an unknown investor, so that administrators get a 404 and not an empty list. Error: `not-found`. */
export async function assertCustomer(db: Database, customerId: CustomerId): Promise<void> {
  if (!(await hasCustomer(db, customerId))) throw new AppError(NOT_FOUND, { detail: 'Customer not found' });
}

type StoredDocument = Omit<IdentityDocument, 'refusalReason'> & {
  refusalReason: Exclude<IdentityDocument['refusalReason'], undefined> | null;
};

/** With why it was refused, where the provider said so. */
export function shownDocument({ refusalReason, ...document }: StoredDocument): IdentityDocument {
  return { ...document, ...(refusalReason === null ? {} : { refusalReason }) };
}
