// Every background job and cron line of Mortar, and what follows the outcome of each payment order: two visible lists.

import { formatEuros } from './core/cents.ts';
import { idempotencyKeyCleanupJob, requestCountCleanupJob } from './core/http/jobs.ts';
import type { ListedJob } from './core/jobs.ts';
import type { Beat } from './core/repeat.ts';
import type { AppDeps } from './deps.ts';
import { automaticFundingJob, simulateAutomaticInvestmentJob } from './features/auto-investment/index.ts';
import { unregisterBankAccountJob } from './features/bank-accounts/index.ts';
import { updateProviderAccountJob } from './features/customers/index.ts';
import { bankDebitStatusUpdateJob, resizeDebit } from './features/direct-debits/index.ts';
import { settleOwnerSettlement, settlePenalties } from './features/final-settlement/index.ts';
import { fundingAutoCloseJob, settleCompanyFee, settleOwnerTransfer } from './features/funding/index.ts';
import {
  deliverGiftCardJob,
  giftCardExpiryJob,
  settleGiftCardPurchase,
  settleGiftCardRedemption,
  settleGiftCardRefund,
} from './features/gift-cards/index.ts';
import { settlePaymentToBeAssigned, settleProjectSwitch } from './features/incoming-wires/index.ts';
import { renderInvoiceJob } from './features/invoices/index.ts';
import { ledgerProofJob } from './features/ledger-proof/index.ts';
import { settleManagementFee } from './features/management-fees/index.ts';
import { marketDealCommissionsJob, settleCommission, settleMarketDeal } from './features/marketplace/index.ts';
import { erasePasswordUpdatesJob, sendMfaCodeJob } from './features/mfa/index.ts';
import { workerLifeBeat } from './features/operator/index.ts';
import { resizeDebitJob } from './features/payment-schedule/index.ts';
import {
  capitalPayoutJob,
  couponPayoutJob,
  finishRepaidProjectJob,
  settlePayoutLine,
  settleTaxRemittance,
  settleWithheldTax,
} from './features/payouts/index.ts';
import { primaryPurchaseRefundsJob, settlePurchase, settleRefund } from './features/primary-purchase/index.ts';
import { profileCorrectionsJob, sendCorrectionJob } from './features/profile-corrections/index.ts';
import { removeFileJob } from './features/property-files/index.ts';
import { chargeBacksJob, replayWebhookJob } from './features/provider-webhooks/index.ts';
import { providerReconciliationJob } from './features/reconciliation/index.ts';
import { referralPayoutJob, settleReward } from './features/referral-rewards/index.ts';
import { sendEmailCodeJob, sendSignInCodeJob, sessionCleanupJob, welcomeVerifiedJob } from './features/session/index.ts';
import { incomingWiresJob } from './features/wallet/index.ts';
import { settleWithdrawal, settleWithdrawalFee } from './features/withdrawals/index.ts';
import { executePaymentJob, orphanedPaymentsBeat, walletTransactionsJob } from './money/payments/index.ts';
import { notifyAutomationJob } from './providers/automation/index.ts';
import { enqueueChatMessage, postChatMessageJob } from './providers/chat/index.ts';
import { sendEmailJob } from './providers/email/index.ts';

/** Jobs, in the order of the documents; cron lines stand with the jobs. */
export const jobs: readonly ListedJob<AppDeps>[] = [
  executePaymentJob,
  walletTransactionsJob,
  incomingWiresJob,
  fundingAutoCloseJob,
  referralPayoutJob,
  primaryPurchaseRefundsJob,
  marketDealCommissionsJob,
  providerReconciliationJob,
  couponPayoutJob,
  capitalPayoutJob,
  finishRepaidProjectJob,
  bankDebitStatusUpdateJob,
  resizeDebitJob,
  ledgerProofJob,
  replayWebhookJob,
  chargeBacksJob,
  updateProviderAccountJob,
  sendCorrectionJob,
  profileCorrectionsJob,
  unregisterBankAccountJob,
  sendEmailJob,
  sendMfaCodeJob,
  erasePasswordUpdatesJob,
  sendEmailCodeJob,
  sendSignInCodeJob,
  welcomeVerifiedJob,
  deliverGiftCardJob,
  giftCardExpiryJob,
  automaticFundingJob,
  simulateAutomaticInvestmentJob,
  renderInvoiceJob,
  removeFileJob,
  postChatMessageJob,
  notifyAutomationJob,
  sessionCleanupJob,
  idempotencyKeyCleanupJob,
  requestCountCleanupJob,
];

/** What every worker process does by itself every few seconds. */
export const beats: readonly Beat<AppDeps>[] = [workerLifeBeat, orphanedPaymentsBeat];

/** What is built before the bindings below. */
export type UnboundDeps = Omit<AppDeps, 'settlements' | 'tellIncident' | 'resizeDebit'>;

/** Who settles a payment, by its purpose. Runs in the transaction that writes the outcome. */
export function bindSettlements(deps: UnboundDeps): AppDeps['settlements'] {
  return {
    'market-deal': (tx, payment) => settleMarketDeal(tx, deps, payment),
    'market-deal-commission': (tx, payment) => settleCommission(tx, deps, payment),
    'primary-purchase': (tx, payment) => settlePurchase(tx, deps, payment),
    'primary-purchase-refund': (tx, payment) => settleRefund(tx, deps, payment),
    withdrawal: (tx, payment) => settleWithdrawal(tx, deps, payment),
    'withdrawal-fee': (tx, payment) => settleWithdrawalFee(tx, deps, payment),
    'referral-reward': (tx, payment) => settleReward(tx, deps, payment),
    'project-switch': (tx, payment) => settleProjectSwitch(tx, deps, payment),
    'payment-to-be-assigned': (tx, payment) => settlePaymentToBeAssigned(tx, deps, payment),
    coupon: (tx, payment) => settlePayoutLine(tx, deps, payment),
    'capital-repayment': (tx, payment) => settlePayoutLine(tx, deps, payment),
    'property-sale': (tx, payment) => settlePayoutLine(tx, deps, payment),
    'withheld-tax': (tx, payment) => settleWithheldTax(tx, deps, payment),
    'tax-remittance': (tx, payment) => settleTaxRemittance(tx, deps, payment),
    penalties: (tx, payment) => settlePenalties(tx, payment),
    'owner-settlement': (tx, payment) => settleOwnerSettlement(tx, deps, payment),
    'management-fees': (tx, payment) => settleManagementFee(tx, deps, payment),
    'funding-fees': (tx, payment) => settleCompanyFee(tx, deps, payment),
    'fiducie-fees': (tx, payment) => settleCompanyFee(tx, deps, payment),
    'owner-transfer': (tx, payment) => settleOwnerTransfer(tx, deps, payment),
    'gift-card-purchase': (tx, payment) => settleGiftCardPurchase(tx, deps, payment),
    'gift-card-redemption': (tx, payment) => settleGiftCardRedemption(tx, deps, payment),
    'gift-card-refund': (tx, payment) => settleGiftCardRefund(tx, deps, payment),
  };
}

/** Who hears of a payment that moved money twice: the team, in the transaction that keeps the incident. */
export function bindIncidents(deps: Pick<AppDeps, 'jobs'>): AppDeps['tellIncident'] {
  return (tx, { paymentId, purpose, fromAccountId, providerPaymentId, amountCents }) =>
    enqueueChatMessage(tx, deps, {
      channel: 'internal-alerts',
      text: `Le paiement ${paymentId} (${purpose}) a un mouvement de trop chez le prestataire : ${providerPaymentId}, ${formatEuros(amountCents)}, compte ${fromAccountId}. À rendre à la main.`,
    });
}

/** The debits follow the schedules: their room does what the job of the schedules' room asks for. */
export function bindDebits(deps: UnboundDeps): AppDeps['resizeDebit'] {
  return (echeanceId) => resizeDebit(deps, echeanceId);
}
