// What an investor declares for the yearly tax file, judged and written: with the profile, or by itself.

import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND, VALIDATION_FAILED } from '../../../core/errors.ts';
import { writeProfile } from '../customers/index.ts';
import { COMPANY_REQUIRED, PROFILE_REQUIRED } from './errors.ts';
import { findIdentity, writeIdentity } from './queries.ts';
import { type Communes, type Declared, judge } from './rules.ts';

/**
 * The caller holds the customer's lock, and has read the communes before its transaction; paths of faults begin with `at`. Who is frozen
 * or verified declares too: they are in the file. The provider is not told, as a change of a verified account makes it verify again.
 * Errors: those of saveTaxIdentityErrors, `validation-failed`.
 */
export async function declareTaxIdentity(
  tx: Tx,
  input: { customerId: CustomerId; sent: Declared; communes: Communes; at: string; now: Temporal.Instant },
): Promise<void> {
  const { customerId, sent, communes, at, now } = input;
  const holder = await findIdentity(tx, customerId);
  if (!holder) throw new AppError(NOT_FOUND, { detail: 'Customer not found' });
  if (!holder.isProfileSaved) throw new AppError(PROFILE_REQUIRED, { detail: 'Save your profile first.' });
  if (holder.isCompany && !holder.hasCompany) throw new AppError(COMPANY_REQUIRED, { detail: 'Hand in your company first.' });
  const { country, postcode, city } = holder;
  const address = { country, postcode, city };
  const judged = judge(sent, { holder: { ...holder, address }, communes, at });
  if ('faults' in judged) throw new AppError(VALIDATION_FAILED, judged);
  await writeIdentity(tx, customerId, { identity: judged, address, at: now });
  if (judged.sex !== null && judged.sex !== holder.sex) await writeProfile(tx, customerId, { sex: judged.sex }, now);
}
