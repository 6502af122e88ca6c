// Every mail that Mortar sends, by name (A-emails-3).

import type { Content, Template } from '../layout.ts';
import {
  administratorChanged,
  administratorFactorsChanged,
  administratorInvitation,
  approvalEnded,
  approvalsWaiting,
} from './administrators.ts';
import { complaintAnswered, complaintReceived } from './complaints.ts';
import {
  giftCardBought,
  giftCardDeclined,
  giftCardNotRedeemed,
  giftCardReaddressed,
  giftCardReceived,
  giftCardRedeemed,
  giftCardRefunded,
} from './gift-cards.ts';
import { historySealed } from './history.ts';
import {
  accountClosed,
  accountFrozen,
  identityChecked,
  identityDocumentRefused,
  nameMarked,
  onboardingStep,
  profileCorrectionClosed,
  profileCorrectionRequested,
} from './identity.ts';
import { echeancePaid, projectGivenUp, propertySold } from './repayment.ts';
import {
  calendarLinkMade,
  emailChanged,
  emailRestored,
  emailVerificationCode,
  mfaCode,
  passkeysChanged,
  passwordChanged,
  passwordResetCode,
  secondFactorChanged,
  signInCode,
  welcome,
} from './sign-in.ts';
import { taxIdentityMissing, taxRateRequest } from './taxes.ts';
import {
  dealCanceled,
  dealDeclined,
  fundingClosed,
  primaryPurchaseCanceled,
  primaryPurchaseConfirmed,
  purchaseConfirmation,
  saleConfirmation,
} from './trades.ts';
import {
  bankAccountAdded,
  bankAccountChecked,
  bankAccountRemoved,
  moneyReceived,
  referralRewardPaid,
  withdrawalCompleted,
  withdrawalFailed,
  withdrawalInitiated,
} from './wallet.ts';

export const templates = {
  welcome,
  'administrator-invitation': administratorInvitation,
  'administrator-changed': administratorChanged,
  'administrator-factors-changed': administratorFactorsChanged,
  'approvals-waiting': approvalsWaiting,
  'approval-ended': approvalEnded,
  'mfa-code': mfaCode,
  'sign-in-code': signInCode,
  'email-verification-code': emailVerificationCode,
  'password-reset-code': passwordResetCode,
  'email-changed': emailChanged,
  'email-restored': emailRestored,
  'password-changed': passwordChanged,
  'second-factor-changed': secondFactorChanged,
  'passkeys-changed': passkeysChanged,
  'calendar-link-made': calendarLinkMade,
  'name-marked': nameMarked,
  'identity-checked': identityChecked,
  'onboarding-step': onboardingStep,
  'identity-document-refused': identityDocumentRefused,
  'account-frozen': accountFrozen,
  'account-closed': accountClosed,
  'bank-account-added': bankAccountAdded,
  'bank-account-removed': bankAccountRemoved,
  'bank-account-checked': bankAccountChecked,
  'profile-correction-requested': profileCorrectionRequested,
  'profile-correction-closed': profileCorrectionClosed,
  'money-received': moneyReceived,
  'withdrawal-initiated': withdrawalInitiated,
  'withdrawal-completed': withdrawalCompleted,
  'withdrawal-failed': withdrawalFailed,
  'purchase-confirmation': purchaseConfirmation,
  'sale-confirmation': saleConfirmation,
  'deal-declined': dealDeclined,
  'deal-canceled': dealCanceled,
  'property-sold': propertySold,
  'project-given-up': projectGivenUp,
  'echeance-paid': echeancePaid,
  'primary-purchase-confirmed': primaryPurchaseConfirmed,
  'primary-purchase-canceled': primaryPurchaseCanceled,
  'funding-closed': fundingClosed,
  'referral-reward-paid': referralRewardPaid,
  'complaint-received': complaintReceived,
  'complaint-answered': complaintAnswered,
  'tax-rate-request': taxRateRequest,
  'tax-identity-missing': taxIdentityMissing,
  'gift-card-received': giftCardReceived,
  'gift-card-bought': giftCardBought,
  'gift-card-declined': giftCardDeclined,
  'gift-card-redeemed': giftCardRedeemed,
  'gift-card-not-redeemed': giftCardNotRedeemed,
  'gift-card-refunded': giftCardRefunded,
  'gift-card-readdressed': giftCardReaddressed,
  'history-sealed': historySealed,
};

export type TemplateName = keyof typeof templates;

// Border: Object.keys widens the names of a constant object to string.
/** All names, in the order of the list. */
export const templateNames = Object.keys(templates) as readonly TemplateName[];

/** What a template needs to know. */
export type TemplateData<Name extends TemplateName> = Parameters<(typeof templates)[Name]>[0];

/** The mail `name` filled with `data`, of the platform of this name. */
export function contentOf<Name extends TemplateName>(name: Name, data: TemplateData<Name>, platform: string): Content {
  // Border: each name has its own type of data, which TypeScript cannot infer through an index.
  const template = templates[name] as Template<TemplateData<Name>>;
  return template(data, platform);
}
