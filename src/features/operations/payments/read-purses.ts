// GET /administration/property/:propertyId/purses: the purses of a project, and where its money went.

import type { PropertyId } from '../../../core/db/tables.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { PURSES } from '../../../money/ledger/index.ts';
import { sumOffProvider } from '../../repayment/off-provider/index.ts';
import { findFlows, findPurses, isProperty } from './purse-queries.ts';
import type { ProjectPurses } from './purse-schemas.ts';

/** Every purse, one that was never used with zeros. Error: `not-found`. */
export async function readPurses({ db }: Pick<AppDeps, 'db'>, propertyId: PropertyId): Promise<ProjectPurses> {
  if (!(await isProperty(db, propertyId))) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
  const [used, flows] = await Promise.all([findPurses(db, propertyId), findFlows(db, propertyId)]);
  const unused = { balanceCents: 0, inCents: 0, outCents: 0 } as const;
  const purses = PURSES.map((purse) => used.find((row) => row.purse === purse) ?? { purse, ...unused });
  return { propertyId, offProviderCents: await sumOffProvider(db, propertyId), purses, flows };
}
