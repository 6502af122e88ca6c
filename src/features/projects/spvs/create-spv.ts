// POST /administration/spv: creates an SPV, the company that owns what investors fund, with its wallet at the provider.

import { recordAdminAction } from '../../../core/audit.ts';
import type { SpvId } from '../../../core/db/tables.ts';
import { inTransaction, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { assertNotOfInvestor } from './assert-not-of-investor.ts';
import { SPV_ID_ALREADY_EXISTS, SPV_PROVIDER_EXTERNAL_ID_ALREADY_EXISTS } from './errors.ts';
import { followSpvJob } from './jobs.ts';
import { insertSpv } from './queries.ts';
import { assertNotOfPlatform } from './rules.ts';
import type { NewSpv, Spv } from './schemas.ts';
import { toSpvView } from './spv-view.ts';

/** Errors by the constraint that another SPV, also one created concurrently, makes the insert violate. */
const CODES: Readonly<Record<string, string>> = {
  spv_pkey: SPV_ID_ALREADY_EXISTS,
  spv_provider_external_id_key: SPV_PROVIDER_EXTERNAL_ID_ALREADY_EXISTS,
};

/**
 * Inserts the SPV with its audit row. The wallet is opened at the provider by other means; `providerExternalId` is its account
 * id, which is read later: KYB is `notStarted` until then (A-spvs-9).
 * Errors: `spv.id-already-exists`, `spv.provider-external-id-already-exists`, `validation-failed` for a wallet of the platform or
 * of an investor.
 */
export async function createSpv(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  input: { spv: NewSpv; audit: RouteAudit },
): Promise<Spv> {
  const { spv, audit } = input;
  const { providerExternalId = null, vatOverrideBps = null } = spv;
  if (providerExternalId !== null) assertNotOfPlatform(deps.config, providerExternalId);
  const at = deps.clock.now();
  try {
    return await inTransaction(deps.db, async (tx) => {
      if (providerExternalId !== null) await assertNotOfInvestor(tx, providerExternalId);
      const row = await insertSpv(tx, { ...spv, id: spv.id ?? newId<SpvId>(), providerExternalId, vatOverrideBps, at });
      const payload = { name: row.name, country: row.country, providerExternalId };
      await recordAdminAction(tx, { ...audit, target: { type: 'spv', id: row.id }, payload, at });
      if (providerExternalId !== null)
        await deps.jobs.enqueue(tx, followSpvJob, { spvId: row.id, accountId: providerExternalId });
      return toSpvView({ ...row, projects: [] });
    });
  } catch (error) {
    const constraint = violatedConstraint(error);
    const code = constraint && CODES[constraint];
    throw code ? new AppError(code) : error;
  }
}
