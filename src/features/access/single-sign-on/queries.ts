// SQL of sessions that began at the identity provider.

import type { Tx } from '../../../core/db/transaction.ts';

/** Whether a sign-in has begun a session already: its answer counts once. */
export async function isSignInUsed(tx: Tx, signInId: string): Promise<boolean> {
  const row = await tx.selectFrom('identity_session').select('session_id').where('sign_in_id', '=', signInId).executeTakeFirst();
  return row !== undefined;
}

export async function insertIdentitySession(
  tx: Tx,
  { sessionId, signInId }: { sessionId: string; signInId: string },
): Promise<void> {
  await tx.insertInto('identity_session').values({ session_id: sessionId, sign_in_id: signInId }).execute();
}
