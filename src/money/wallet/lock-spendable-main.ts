// What an SPV may still spend of its MAIN purse: its balance less what is promised to transfers on their way.

import type { Tx } from '../../core/db/transaction.ts';
import { lockBalance, purseOf } from '../ledger/index.ts';
import { sumWaitingOfSpv } from './transactions.ts';

/**
 * Cents, with the purse locked until the end of the transaction: who spends from it asks here first, so that two properties of
 * one SPV cannot promise the same money. SPVs have no HELD account (DOMAIN §5.2): the WAITING transactions are the holds.
 */
export async function lockSpendableMain(tx: Tx, spvId: string): Promise<number> {
  const balanceCents = await lockBalance(tx, purseOf(spvId, 'MAIN'));
  return balanceCents - (await sumWaitingOfSpv(tx, spvId, ['FUNDING_FEES', 'FIDUCIE_FEES', 'OWNER_TRANSFER']));
}
