// The day on which an entity was registered, asked of the French registry where it was not sent.

import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';

/** Error: `validation-failed` at `path` when neither body nor registry tells it. */
export async function readRegistrationDate(
  deps: Pick<AppDeps, 'registry'>,
  {
    registrationNumber = '',
    registrationDate,
  }: { registrationNumber?: string | undefined; registrationDate?: string | undefined },
  path: string,
): Promise<Temporal.PlainDate> {
  if (registrationDate !== undefined) return Temporal.PlainDate.from(registrationDate);
  const day = await findRegistrationDate(deps, registrationNumber);
  if (!day) throw new AppError(VALIDATION_FAILED, { faults: [{ path, reason: 'is required: the registry does not tell it' }] });
  return day;
}

/** As the registry tells it; undefined when it does not. */
export async function findRegistrationDate(
  { registry }: Pick<AppDeps, 'registry'>,
  registrationNumber: string,
): Promise<Temporal.PlainDate | undefined> {
  const number = registrationNumber.replaceAll(/\s/g, '');
  const read = /^\d{9}$/.test(number) ? await registry.findCompany(number) : undefined;
  const day = read?.ok ? read.value?.date_creation : undefined;
  return day ? Temporal.PlainDate.from(day) : undefined;
}
