// Every mail that Mortar sends, by name (A-emails-3).

import type { Content } from '../content.ts';
import { accountFrozen } from './account-frozen.ts';
import { bankAccountAdded } from './bank-account-added.ts';
import { bankAccountChecked } from './bank-account-checked.ts';
import { bankAccountRemoved } from './bank-account-removed.ts';
import { dealCanceled } from './deal-canceled.ts';
import { dealDeclined } from './deal-declined.ts';
import { echeancePaid } from './echeance-paid.ts';
import { emailChanged } from './email-changed.ts';
import { emailRestored } from './email-restored.ts';
import { emailVerificationCode } from './email-verification-code.ts';
import { fundingClosed } from './funding-closed.ts';
import { giftCardBought } from './gift-card-bought.ts';
import { giftCardDeclined } from './gift-card-declined.ts';
import { giftCardNotRedeemed } from './gift-card-not-redeemed.ts';
import { giftCardReaddressed } from './gift-card-readdressed.ts';
import { giftCardReceived } from './gift-card-received.ts';
import { giftCardRedeemed } from './gift-card-redeemed.ts';
import { giftCardRefunded } from './gift-card-refunded.ts';
import { identityChecked } from './identity-checked.ts';
import { identityDocumentRefused } from './identity-document-refused.ts';
import { mfaCode } from './mfa-code.ts';
import { moneyReceived } from './money-received.ts';
import { nameMarked } from './name-marked.ts';
import { onboardingStep } from './onboarding-step.ts';
import { passwordChanged } from './password-changed.ts';
import { passwordResetCode } from './password-reset-code.ts';
import { primaryPurchaseCanceled } from './primary-purchase-canceled.ts';
import { primaryPurchaseConfirmed } from './primary-purchase-confirmed.ts';
import { profileCorrectionClosed } from './profile-correction-closed.ts';
import { profileCorrectionRequested } from './profile-correction-requested.ts';
import { projectGivenUp } from './project-given-up.ts';
import { propertySold } from './property-sold.ts';
import { purchaseConfirmation } from './purchase-confirmation.ts';
import { referralRewardPaid } from './referral-reward-paid.ts';
import { saleConfirmation } from './sale-confirmation.ts';
import { secondFactorChanged } from './second-factor-changed.ts';
import { signInCode } from './sign-in-code.ts';
import { taxIdentityMissing } from './tax-identity-missing.ts';
import { taxRateRequest } from './tax-rate-request.ts';
import { welcome } from './welcome.ts';
import { withdrawalCompleted } from './withdrawal-completed.ts';
import { withdrawalFailed } from './withdrawal-failed.ts';
import { withdrawalInitiated } from './withdrawal-initiated.ts';

export const templates = {
  welcome,
  'mfa-code': mfaCode,
  'sign-in-code': signInCode,
  'email-verification-code': emailVerificationCode,
  'password-reset-code': passwordResetCode,
  'email-changed': emailChanged,
  'email-restored': emailRestored,
  'password-changed': passwordChanged,
  'second-factor-changed': secondFactorChanged,
  'name-marked': nameMarked,
  'identity-checked': identityChecked,
  'onboarding-step': onboardingStep,
  'identity-document-refused': identityDocumentRefused,
  'account-frozen': accountFrozen,
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
  'tax-rate-request': taxRateRequest,
  'tax-identity-missing': taxIdentityMissing,
  'gift-card-received': giftCardReceived,
  'gift-card-bought': giftCardBought,
  'gift-card-declined': giftCardDeclined,
  'gift-card-redeemed': giftCardRedeemed,
  'gift-card-not-redeemed': giftCardNotRedeemed,
  'gift-card-refunded': giftCardRefunded,
  'gift-card-readdressed': giftCardReaddressed,
};

export type TemplateName = keyof typeof templates;

// Border: Object.keys widens the names of a constant object to string.
/** All names, in the order of the list. */
export const templateNames = Object.keys(templates) as readonly TemplateName[];

/** What a template needs to know. */
export type TemplateData<Name extends TemplateName> = Parameters<(typeof templates)[Name]>[0];

/** The mail `name` filled with `data`. */
export function contentOf<Name extends TemplateName>(name: Name, data: TemplateData<Name>): Content {
  // Border: each name has its own type of data, which TypeScript cannot infer through an index.
  const template = templates[name] as (data: TemplateData<Name>) => Content;
  return template(data);
}
