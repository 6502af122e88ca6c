// Every background job and cron line of Mortar, and what follows the outcome of each payment order: two visible lists.

import { idempotencyKeyCleanupJob } from './core/http/jobs.ts';
import type { ListedJob } from './core/jobs.ts';
import type { AppDeps } from './deps.ts';
import { automaticFundingJob, simulateAutomaticInvestmentJob } from './features/auto-investment/index.ts';
import { updateProviderAccountJob } from './features/customers/index.ts';
import { bankDebitStatusUpdateJob } from './features/direct-debits/index.ts';
import { settlePenalties } from './features/final-settlement/index.ts';
import { fundingAutoCloseJob, settleCompanyFee, settleOwnerTransfer } from './features/funding/index.ts';
import {
  deliverGiftCardJob,
  giftCardExpiryJob,
  settleGiftCardPurchase,
  settleGiftCardRedemption,
  settleGiftCardRefund,
} from './features/gift-cards/index.ts';
import { settlePayment, settleProjectSwitch } from './features/incoming-wires/index.ts';
import { renderInvoiceJob } from './features/invoices/index.ts';
import { ledgerProofJob } from './features/ledger-proof/index.ts';
import { settleManagementFee } from './features/management-fees/index.ts';
import { settleMarketDeal } from './features/marketplace/index.ts';
import { sendMfaCodeJob } from './features/mfa/index.ts';
import { capitalPayoutJob, couponPayoutJob, settlePayoutLine, settleWithheldTax } from './features/payouts/index.ts';
import { primaryPurchaseRefundsJob, settlePurchase, settleRefund } from './features/primary-purchase/index.ts';
import { chargeBacksJob, replayWebhookJob } from './features/provider-webhooks/index.ts';
import { providerReconciliationJob } from './features/reconciliation/index.ts';
import { referralPayoutJob, settleReward } from './features/referral-rewards/index.ts';
import { settleSaleShare } from './features/resale/index.ts';
import { sessionCleanupJob } from './features/session/index.ts';
import { incomingWiresJob } from './features/wallet/index.ts';
import { settleWithdrawal, settleWithdrawalFee } from './features/withdrawals/index.ts';
import { executePaymentOrderJob, walletTransactionsJob } from './money/wallet/index.ts';
import { notifyAutomationJob } from './providers/automation/index.ts';
import { postChatMessageJob } from './providers/chat/index.ts';
import { sendEmailJob } from './providers/email/index.ts';

/** Jobs, in the order of the documents; cron lines stand with the jobs. */
export const jobs: readonly ListedJob<AppDeps>[] = [
  executePaymentOrderJob,
  walletTransactionsJob,
  incomingWiresJob,
  fundingAutoCloseJob,
  referralPayoutJob,
  primaryPurchaseRefundsJob,
  providerReconciliationJob,
  couponPayoutJob,
  capitalPayoutJob,
  bankDebitStatusUpdateJob,
  ledgerProofJob,
  replayWebhookJob,
  chargeBacksJob,
  updateProviderAccountJob,
  sendEmailJob,
  sendMfaCodeJob,
  deliverGiftCardJob,
  giftCardExpiryJob,
  automaticFundingJob,
  simulateAutomaticInvestmentJob,
  renderInvoiceJob,
  postChatMessageJob,
  notifyAutomationJob,
  sessionCleanupJob,
  idempotencyKeyCleanupJob,
];

/** Who settles a payment order, by its purpose. Runs in the transaction that writes the outcome. */
export function bindSettlements(deps: Omit<AppDeps, 'settlements'>): AppDeps['settlements'] {
  return {
    'market-deal': (tx, order, outcome) => settleMarketDeal(tx, deps, order, outcome),
    'market-deal-commission': async () => {},
    'primary-purchase': (tx, order, outcome) => settlePurchase(tx, deps, order, outcome),
    'primary-purchase-refund': (tx, order, outcome) => settleRefund(tx, deps, order, outcome),
    withdrawal: (tx, order, outcome) => settleWithdrawal(tx, deps, order, outcome),
    'withdrawal-fee': (tx, order, outcome) => settleWithdrawalFee(tx, deps, order, outcome),
    'referral-reward': (tx, order, outcome) => settleReward(tx, deps, order, outcome),
    'project-switch': (tx, order, outcome) => settleProjectSwitch(tx, deps, order, outcome),
    'payment-to-be-assigned': (tx, order, outcome) => settlePayment(tx, deps, order, outcome),
    coupon: (tx, order, outcome) => settlePayoutLine(tx, deps, order, outcome),
    'capital-repayment': (tx, order, outcome) => settlePayoutLine(tx, deps, order, outcome),
    'withheld-tax': (tx, order, outcome) => settleWithheldTax(tx, deps, order, outcome),
    penalties: (tx, order, outcome) => settlePenalties(tx, order, outcome),
    'management-fees': (tx, order, outcome) => settleManagementFee(tx, deps, order, outcome),
    'funding-fees': (tx, order, outcome) => settleCompanyFee(tx, deps, order, outcome),
    'fiducie-fees': (tx, order, outcome) => settleCompanyFee(tx, deps, order, outcome),
    'owner-transfer': (tx, order, outcome) => settleOwnerTransfer(tx, deps, order, outcome),
    'property-sale': (tx, order, outcome) => settleSaleShare(tx, deps, order, outcome),
    'gift-card-purchase': (tx, order, outcome) => settleGiftCardPurchase(tx, deps, order, outcome),
    'gift-card-redemption': (tx, order, outcome) => settleGiftCardRedemption(tx, deps, order, outcome),
    'gift-card-refund': (tx, order, outcome) => settleGiftCardRefund(tx, deps, order, outcome),
  };
}
