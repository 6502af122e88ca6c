// Job of the encrypted columns: encrypts them with the present key once it has replaced another one.

import { type DataCipher, dataCipher } from '../../../core/data-cipher.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { defineJob } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { reencryptBankAccounts } from '../../investing/bank-accounts/index.ts';
import { reencryptTaxRequests } from '../../investing/taxation/index.ts';
import { reencryptDepositAccounts } from '../../investing/wallet/index.ts';

/** How many rows the run has encrypted anew. */
type RotationReport = { bankAccounts: number; depositAccounts: number; taxRequests: number };

type Deps = Pick<AppDeps, 'db' | 'config'>;

/** On demand, after a new key was set (docs/guides/personal-data.md): a run that is broken off goes on where it stopped. */
export const rotateEncryptionKeyJob = defineJob<Deps, object>({
  name: 'rotate-encryption-key',
  onDemand: true,
  concurrency: 1,
  retryLimit: 0,
  work: async (deps): Promise<RotationReport> => ({
    bankAccounts: await reencrypt(deps, reencryptBankAccounts),
    depositAccounts: await reencrypt(deps, reencryptDepositAccounts),
    taxRequests: await reencrypt(deps, reencryptTaxRequests),
  }),
});

/** So many rows are locked at once. */
const BATCH_ROWS = 200;

/** Each batch in its own transaction, until none is left. */
async function reencrypt(
  { db, config }: Deps,
  batch: (tx: Tx, cipher: DataCipher, limit: number) => Promise<number>,
): Promise<number> {
  const cipher = dataCipher(config);
  for (let total = 0; ; ) {
    const count = await inTransaction(db, (tx) => batch(tx, cipher, BATCH_ROWS));
    if (count === 0) return total;
    total += count;
  }
}
