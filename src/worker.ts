// Every background job and cron line of Mortar, and what follows the outcome of each payment order: two visible lists.

import type { ListedJob } from './core/jobs.ts';
import type { AppDeps } from './deps.ts';
import { ledgerProofJob } from './features/ledger-proof/index.ts';
import { settleMarketDeal } from './features/marketplace/index.ts';
import { sendMfaCodeJob } from './features/mfa/index.ts';
import { settlePurchase, settleRefund } from './features/primary-purchase/index.ts';
import { sessionCleanupJob } from './features/session/index.ts';
import { incomingWiresJob } from './features/wallet/index.ts';
import { executePaymentOrderJob, walletTransactionsJob } from './money/wallet/index.ts';
import { notifyAutomationJob } from './providers/automation/index.ts';
import { postChatMessageJob } from './providers/chat/index.ts';
import { sendEmailJob } from './providers/email/index.ts';

/** Jobs, in the order of the documents; cron lines stand with the jobs. */
export const jobs: readonly ListedJob<AppDeps>[] = [
  executePaymentOrderJob,
  walletTransactionsJob,
  incomingWiresJob,
  ledgerProofJob,
  sendEmailJob,
  sendMfaCodeJob,
  postChatMessageJob,
  notifyAutomationJob,
  sessionCleanupJob,
];

/** Who settles a payment order, by its purpose. Runs in the transaction that writes the outcome. */
export function bindSettlements(deps: Omit<AppDeps, 'settlements'>): AppDeps['settlements'] {
  const notBuilt = async () => {
    throw new Error('no settlement for this purpose');
  };
  return {
    'market-deal': (tx, order, outcome) => settleMarketDeal(tx, deps, order, outcome),
    'market-deal-commission': async () => {},
    'primary-purchase': (tx, order, outcome) => settlePurchase(tx, deps, order, outcome),
    'primary-purchase-refund': (tx, order, outcome) => settleRefund(tx, deps, order, outcome),
    withdrawal: notBuilt,
    'withdrawal-fee': notBuilt,
  };
}
