// Door of the ledger: accounts, balances, and the one way to post.

export { availableOf, EXTERNAL, heldOf, PLATFORM, PURSES, type Purse, purseOf, unassignedOf } from './accounts.ts';
export {
  lockBalance,
  lockBalances,
  lockPurses,
  lockWallets,
  readBalance,
  readWallet,
  readWalletWithPostings,
  readWalletWithVersions,
  type SeenAccounts,
  seenWallet,
  toVersionedWallet,
  type VersionedWallet,
  type Wallet,
  wasEverUsed,
} from './balances.ts';
export { type LedgerLine, move, type Posting, type PostingStep, postToLedger, releaseHold } from './post.ts';
