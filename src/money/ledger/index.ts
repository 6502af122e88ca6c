// Door of the ledger: accounts, balances, the one way to post, and the proof.

export { availableOf, EXTERNAL, heldOf, PLATFORM, purseOf, type SpvPurse } from './accounts.ts';
export { lockBalance, lockWallets, readBalance, readWallet, readWalletWithPostings, type Wallet } from './balances.ts';
export { type LedgerLine, move, type Posting, type PostingStep, postToLedger } from './post.ts';
