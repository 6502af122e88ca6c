// POST /administration/spv: a company that will own what investors fund, with its wallet at the provider.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { assertNotOfInvestor } from './assert-not-of-investor.ts';
import { SPV_ID_ALREADY_EXISTS, SPV_PROVIDER_EXTERNAL_ID_ALREADY_EXISTS } from './errors.ts';
import { insertSpv } from './queries.ts';
import { assertNotOfPlatform } from './rules.ts';
import type { NewSpv, Spv } from './schemas.ts';
import { toSpvView } from './spv-view.ts';

/** The constraints decide who is first when two administrators create the same SPV at once. */
const CODES: Readonly<Record<string, string>> = {
  spv_pkey: SPV_ID_ALREADY_EXISTS,
  spv_provider_external_id_key: SPV_PROVIDER_EXTERNAL_ID_ALREADY_EXISTS,
};

/**
 * Writes the SPV and its audit row. The wallet itself is opened at the provider by other means; `providerExternalId` names it.
 * Errors: `spv.id-already-exists`, `spv.provider-external-id-already-exists`, `validation-failed` for a wallet of the platform
 * or of an investor.
 */
export async function createSpv(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  input: { spv: NewSpv; audit: RouteAudit },
): Promise<Spv> {
  const { spv, audit } = input;
  const { providerExternalId = null, vatOverrideBps = null } = spv;
  if (providerExternalId !== null) assertNotOfPlatform(deps.config, providerExternalId);
  const at = deps.clock.now();
  try {
    return await inTransaction(deps.db, async (tx) => {
      if (providerExternalId !== null) await assertNotOfInvestor(tx, providerExternalId);
      const row = await insertSpv(tx, { ...spv, id: spv.id ?? newId(), providerExternalId, vatOverrideBps, at });
      const payload = { name: row.name, country: row.country, providerExternalId };
      await recordAdminAction(tx, { ...audit, target: { type: 'spv', id: row.id }, payload, at });
      return toSpvView({ ...row, projects: [] });
    });
  } catch (error) {
    const code = CODES[violatedConstraint(error) ?? ''];
    throw code === undefined ? error : new AppError(code);
  }
}
