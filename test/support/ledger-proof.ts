// The proof of the ledger, as a test ends with it.

import assert from 'node:assert/strict';
import type { World } from './world.ts';

type Proof = { ok: boolean; invariants: { ok: boolean }[]; providerDifferences: unknown[] };

/** Every invariant holds, and the provider has what the books have. */
export async function assertSoundLedger(world: World): Promise<void> {
  const proof = await world.runJob<Proof>('ledger-proof', { dryRun: true });
  const broken = proof.invariants.filter(({ ok }) => !ok);
  assert.ok(proof.ok, JSON.stringify([broken, proof.providerDifferences]));
}
