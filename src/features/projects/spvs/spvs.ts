// SPVs, the companies that own what investors fund: created and changed, with their wallets at the provider.

import { recordAdminAction } from '../../../core/audit.ts';
import type { SpvId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { findCustomer } from '../../access/customers/index.ts';
import { lockProperties } from '../project-life/index.ts';
import { SPV_ID_ALREADY_EXISTS, SPV_PROVIDER_EXTERNAL_ID_ALREADY_EXISTS } from './errors.ts';
import { followSpvJob } from './jobs.ts';
import {
  findProjectIds,
  insertSpv,
  isWalletUsed,
  lockSpv,
  type SpvWithProjectsRow,
  updateSpvRow,
  writeWallet,
} from './queries.ts';
import { assertNotOfPlatform, investorOfAccount } from './rules.ts';
import type { NewSpv, Spv, SpvChanges } from './schemas.ts';

/** Errors by the constraint that another SPV, also one created concurrently, makes the insert violate. */
const CODES: Readonly<Record<string, string>> = {
  spv_pkey: SPV_ID_ALREADY_EXISTS,
  spv_provider_external_id_key: SPV_PROVIDER_EXTERNAL_ID_ALREADY_EXISTS,
};

/**
 * POST /administration/spv: creates an SPV, the company that owns what investors fund, with its wallet at the provider.
 * Inserts the SPV with its audit row. The wallet is opened at the provider by other means; `providerExternalId` is its account
 * id, which is read later: KYB is `notStarted` until then.
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

/**
 * PUT /administration/spv: changes an SPV, whose id is in the body.
 * Writes name and country, and the wallet when the body names another one, with the projects of the SPV locked, so that none
 * of them begins to use the old wallet meanwhile. The wallet is read later. The audit row has only the id (catalogue.md#spvs).
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

/** What administrators see of a stored SPV. */
export function toSpvView(row: SpvWithProjectsRow): Spv {
  return {
    id: row.id,
    name: row.name,
    country: row.country,
    providerExternalId: row.providerExternalId,
    vatOverrideBps: row.vatOverrideBps,
    kybStatus: row.kybStatus,
    projects: row.projects,
    createdAt: row.createdAt.toString(),
    updatedAt: row.updatedAt.toString(),
  };
}

/** Error: `validation-failed`. */
async function assertNotOfInvestor(tx: Tx, accountId: string): Promise<void> {
  const customerId = investorOfAccount(accountId);
  if (customerId === undefined || !(await findCustomer(tx, customerId))) return;
  throw new AppError(VALIDATION_FAILED, {
    faults: [{ path: 'body/providerExternalId', reason: 'is the wallet of an investor' }],
  });
}
