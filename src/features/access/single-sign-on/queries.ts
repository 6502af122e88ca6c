// SQL of sessions that began at the identity provider.

import type { Tx } from '../../../core/db/transaction.ts';

export async function insertIdentitySession(tx: Tx, sessionId: string): Promise<void> {
  await tx.insertInto('identity_session').values({ session_id: sessionId }).execute();
}
