// The list of all background jobs, and which room settles each kind of payment.

import { formatEuros } from './core/cents.ts';
import { freshStatisticsTask } from './core/db/fresh-statistics.ts';
import { idempotencyKeyCleanupJob, requestCountCleanupJob } from './core/http/jobs.ts';
import type { ListedJob } from './core/jobs/jobs.ts';
import type { PeriodicTask } from './core/periodic-tasks.ts';
import type { AppDeps } from './deps.ts';
import { mailInvitationJob } from './features/access/administrators/index.ts';
import { updateProviderAccountJob } from './features/access/customers/index.ts';
import { passwordReplaced } from './features/access/investor-passkeys/index.ts';
import { endAddressUndosJob, endCodeContextsJob, sendMfaCodeJob, tellFormerAddressJob } from './features/access/mfa/index.ts';
import { followOnboardingsJob, followSpvWork } from './features/access/online-onboarding/index.ts';
import { profileCorrectionsJob, sendCorrectionJob } from './features/access/profile-corrections/index.ts';
import { sendEmailCodeJob, sendSignInCodeJob, sessionCleanupJob } from './features/access/session/index.ts';
import { taxIdentitiesJob } from './features/access/tax-identity/index.ts';
import { automaticFundingJob, simulateAutomaticInvestmentJob } from './features/investing/auto-investment/index.ts';
import { unregisterBankAccountJob } from './features/investing/bank-accounts/index.ts';
import {
  deliverGiftCardJob,
  giftCardExpiryJob,
  settleGiftCardPurchase,
  settleGiftCardRedemption,
  settleGiftCardRefund,
} from './features/investing/gift-cards/index.ts';
import { renderInvoiceJob } from './features/investing/invoices/index.ts';
import { marketDealCommissionsJob, settleCommission, settleMarketDeal } from './features/investing/marketplace/index.ts';
import { primaryPurchaseRefundsJob, settlePurchase, settleRefund } from './features/investing/primary-purchase/index.ts';
import { referralPayoutJob, settleReward } from './features/investing/referrals/index.ts';
import { incomingWiresJob } from './features/investing/wallet/index.ts';
import { settleWithdrawal, settleWithdrawalFee } from './features/investing/withdrawals/index.ts';
import { approvalExpiryJob, mailApproversJob } from './features/operations/approvals/index.ts';
import { jobAlertsJob } from './features/operations/background-jobs/index.ts';
import { chargeBacksJob } from './features/operations/charge-backs/index.ts';
import { completeErasuresJob } from './features/operations/erasure/index.ts';
import { sealHistoryJob, stampHistoryJob, storeHistoryJob, verifyHistoryJob } from './features/operations/history/index.ts';
import { ledgerProofJob, wholeLedgerProofJob } from './features/operations/ledger-proof/index.ts';
import { outsideOperationsJob, workerLifeTask, writeCallsTask } from './features/operations/operator/index.ts';
import { rotateEncryptionKeyJob } from './features/operations/personal-data/index.ts';
import { replayWebhookJob } from './features/operations/provider-webhooks/index.ts';
import { providerReconciliationJob } from './features/operations/reconciliation/index.ts';
import { filesWithoutRowJob } from './features/operations/stored-files/index.ts';
import { fundingAutoCloseJob, settleCompanyFee, settleOwnerTransfer } from './features/projects/funding/index.ts';
import { createBricksJob } from './features/projects/properties/index.ts';
import { settleWireReturn } from './features/repayment/archived-wires/index.ts';
import { bankDebitStatusUpdateJob, resizeDebitWork } from './features/repayment/direct-debits/index.ts';
import { settleOwnerSettlement, settlePenalties } from './features/repayment/final-settlement/index.ts';
import { settlePaymentToBeAssigned, settleProjectSwitch } from './features/repayment/incoming-wires/index.ts';
import { settleManagementFee } from './features/repayment/management-fees/index.ts';
import {
  capitalPayoutJob,
  couponPayoutJob,
  finishRepaidProjectJob,
  settlePayoutLine,
  settleTaxRemittance,
  settleWithheldTax,
} from './features/repayment/payouts/index.ts';
import { executePaymentJob, orphanedPaymentsTask, walletTransactionsJob } from './money/payments/index.ts';
import { notifyAutomationJob } from './providers/automation/index.ts';
import { enqueueChatMessage, postChatMessageJob } from './providers/chat/index.ts';
import { sendEmailJob } from './providers/email/index.ts';

/** All jobs; those with a schedule have a `cron`. */
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
  resizeDebitWork,
  ledgerProofJob,
  wholeLedgerProofJob,
  sealHistoryJob,
  storeHistoryJob,
  stampHistoryJob,
  verifyHistoryJob,
  replayWebhookJob,
  jobAlertsJob,
  followOnboardingsJob,
  outsideOperationsJob,
  chargeBacksJob,
  createBricksJob,
  followSpvWork,
  updateProviderAccountJob,
  sendCorrectionJob,
  profileCorrectionsJob,
  taxIdentitiesJob,
  unregisterBankAccountJob,
  sendEmailJob,
  mailInvitationJob,
  sendMfaCodeJob,
  tellFormerAddressJob,
  endCodeContextsJob,
  endAddressUndosJob,
  sendEmailCodeJob,
  sendSignInCodeJob,
  deliverGiftCardJob,
  giftCardExpiryJob,
  automaticFundingJob,
  simulateAutomaticInvestmentJob,
  renderInvoiceJob,
  postChatMessageJob,
  notifyAutomationJob,
  sessionCleanupJob,
  filesWithoutRowJob,
  rotateEncryptionKeyJob,
  completeErasuresJob,
  idempotencyKeyCleanupJob,
  requestCountCleanupJob,
  mailApproversJob,
  approvalExpiryJob,
];

/** Periodic work of every worker process. */
export const tasks: readonly PeriodicTask<AppDeps>[] = [
  workerLifeTask,
  orphanedPaymentsTask,
  freshStatisticsTask,
  writeCallsTask,
];

/** That of a process which only answers: its first peak may come while no worker runs. */
export const apiTasks: readonly PeriodicTask<AppDeps>[] = [freshStatisticsTask, writeCallsTask];

/** The deps without those that are bound below. */
export type UnboundDeps = Omit<AppDeps, 'settlements' | 'onIncident' | 'onPasswordReplaced'>;

/** The settlement of each payment purpose. It runs in the transaction that stores the outcome. */
export function settlementsOf(deps: UnboundDeps): AppDeps['settlements'] {
  return {
    'market-deal': (tx, payment) => settleMarketDeal(tx, deps, payment),
    'market-deal-commission': (tx, payment) => settleCommission(tx, deps, payment),
    'primary-purchase': (tx, payment) => settlePurchase(tx, deps, payment),
    'primary-purchase-refund': (tx, payment) => settleRefund(tx, deps, payment),
    withdrawal: (tx, payment) => settleWithdrawal(tx, deps, payment),
    'withdrawal-fee': (tx, payment) => settleWithdrawalFee(tx, deps, payment),
    'referral-reward': (tx, payment) => settleReward(tx, deps, payment),
    'project-switch': (tx, payment) => settleProjectSwitch(tx, deps, payment),
    'wire-return': (tx, payment) => settleWireReturn(tx, deps, payment),
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

/** Alerts the team about a payment that moved money twice, in the transaction that stores the incident. */
export function onIncidentOf(deps: Pick<AppDeps, 'jobs'>): AppDeps['onIncident'] {
  return (tx, { paymentId, purpose, fromAccountId, providerPaymentId, amountCents }) =>
    enqueueChatMessage(tx, deps, {
      channel: 'internal-alerts',
      text: `Le paiement ${paymentId} (${purpose}) a un mouvement de trop chez le prestataire : ${providerPaymentId}, ${formatEuros(amountCents)}, compte ${fromAccountId}. À rendre à la main.`,
    });
}

/** Called by session, which mfa and the passkeys import: the only call against the direction of the imports. */
export function onPasswordReplacedOf(deps: UnboundDeps): AppDeps['onPasswordReplaced'] {
  return (tx, of) => passwordReplaced(tx, deps, of);
}
