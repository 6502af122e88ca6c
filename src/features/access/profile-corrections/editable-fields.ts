// GET /customers/profile/editable-fields: which fields an investor may change now, and by which request.

import type { CustomerId } from '../../../core/db/tables.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { type CustomerWithUser, findCustomerWithUser, transactionRights } from '../customers/index.ts';
import { fixedFields, maySaveProfile } from '../onboarding/index.ts';
import { CORRECTABLE, type FieldEdit, PROFILE_FIELDS } from './rules.ts';

/** Every field of the profile with its way. Error: `not-found`; never for a signed-in investor. */
export async function listEditableFields(deps: Pick<AppDeps, 'db'>, customerId: CustomerId): Promise<FieldEdit[]> {
  const customer = await findCustomerWithUser(deps.db, customerId);
  if (!customer) throw new AppError(NOT_FOUND, { detail: 'Customer not found' });
  return PROFILE_FIELDS.map((field) => ({ field, ...wayOf(field, customer) }));
}

/** By the rules that the two requests ask themselves. */
function wayOf(field: FieldEdit['field'], customer: CustomerWithUser): Pick<FieldEdit, 'by' | 'reason'> {
  if (maySaveProfile(customer)) {
    const isFixed = fixedFields(customer).some((fixed) => fixed === field);
    return isFixed ? { by: null, reason: 'provider-has-it' } : { by: 'save', reason: null };
  }
  const isCorrectable = CORRECTABLE.some((correctable) => correctable === field);
  if (!isCorrectable) return { by: null, reason: customer.kycStatus === 'verified' ? 'identity-proves-it' : 'being-verified' };
  if (customer.pendingCorrection !== null) return { by: null, reason: 'correction-pending' };
  return transactionRights(customer) === 'all' ? { by: 'correction', reason: null } : { by: null, reason: 'being-verified' };
}
