// PUT /administration/spv: changes an SPV, whose id is in the body.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockProperties } from '../project-life/index.ts';
import { assertNotOfInvestor } from './assert-not-of-investor.ts';
import { SPV_PROVIDER_EXTERNAL_ID_ALREADY_EXISTS } from './errors.ts';
import { followSpvJob } from './jobs.ts';
import { findProjectIds, isWalletUsed, lockSpv, updateSpvRow, writeWallet } from './queries.ts';
import { assertNotOfPlatform } from './rules.ts';
import type { SpvChanges } from './schemas.ts';

/**
 * Writes name and country, and the wallet when the body names another one (A-spvs-3), with the projects of the SPV locked, so that none
 * of them begins to use the old wallet meanwhile. The wallet is read later (A-spvs-9). The audit row has only the id (catalogue.md#spvs).
 * Errors: `validation-failed` (a wallet of the platform or of an investor, none where there is one, or another wallet once the old one is used),
 * `not-found`, `spv.provider-external-id-already-exists`.
 */
export async function updateSpv(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  input: { spv: SpvChanges; audit: RouteAudit },
): Promise<void> {
  const { id, name, country, providerExternalId: asked, vatOverrideBps } = input.spv;
  const providerExternalId = asked ?? undefined;
  if (providerExternalId !== undefined) assertNotOfPlatform(deps.config, providerExternalId);
  const at = deps.clock.now();
  try {
    await inTransaction(deps.db, async (tx) => {
      if (providerExternalId !== undefined) await lockProperties(tx, await findProjectIds(tx, id));
      const current = await lockSpv(tx, id);
      if (!current) throw new AppError(NOT_FOUND, { detail: 'SPV not found' });
      if (asked === null && current.providerExternalId !== null) throw refusedWallet('cannot be taken away');
      if (providerExternalId !== undefined && providerExternalId !== current.providerExternalId) {
        if (await isWalletUsed(tx, current)) {
          throw refusedWallet(
            'cannot change once a project of the SPV is published, or money, a payment or a mandate is on the wallet',
          );
        }
        await assertNotOfInvestor(tx, providerExternalId);
        await writeWallet(tx, id, providerExternalId);
      }
      await updateSpvRow(tx, { id, name, country, vatOverrideBps, at });
      await recordAdminAction(tx, { ...input.audit, target: { type: 'spv', id }, payload: { id }, at });
      const accountId = providerExternalId ?? current.providerExternalId;
      if (accountId !== null) await deps.jobs.enqueue(tx, followSpvJob, { spvId: id, accountId });
    });
  } catch (error) {
    throw violatedConstraint(error) === 'spv_provider_external_id_key'
      ? new AppError(SPV_PROVIDER_EXTERNAL_ID_ALREADY_EXISTS)
      : error;
  }
}

/** What is booked, promised or under way is on the old wallet: with another one books and provider would not agree any more. */
function refusedWallet(reason: string): AppError {
  return new AppError(VALIDATION_FAILED, { faults: [{ path: 'body/providerExternalId', reason }] });
}
