// Door of the customers' room: who an investor is, what they may do, and how they are shown.

export { assertCustomer } from './assert-customer.ts';
export { type Company, hasCompany, writeCompany } from './company-queries.ts';
export { designateCompanyAccount } from './designate-company-account.ts';
export { enqueueProviderUpdate } from './enqueue-provider-update.ts';
export {
  ACCOUNT_IS_BEING_VERIFIED,
  ACCOUNT_NOT_COMPLETED,
  customerErrors,
  INVESTOR_ONBOARDING_NOT_COMPLETED,
} from './errors.ts';
export { updateProviderAccountJob } from './jobs.ts';
export { mailInvestor } from './mail-investor.ts';
export { providerProfileOf } from './provider-profile.ts';
export {
  type Customer,
  type CustomerProfile,
  findCustomer,
  findCustomerIdByEmail,
  findCustomers,
  hasCustomer,
  lockCustomer,
  lockCustomers,
  readCustomerVersion,
} from './queries.ts';
export { readInvestorView } from './read-investor-view.ts';
export { customerRoutes } from './routes.ts';
export {
  assertCompletedOnboarding,
  assertFullRights,
  assertNamed,
  CUSTOMER_TYPES,
  type CustomerType,
  type FrozenSource,
  isHeld,
  isNamed,
  type KycStatus,
  NAME_REFUSED,
  nameMarkOf,
  normaliseReferralCode,
  ONBOARDING_VERSIONS,
  type OnboardingState,
  type OnboardingVersion,
  type RightsState,
  refusalText,
  type TransactionRights,
  transactionRights,
} from './rules.ts';
export { CorrectedFields, IdentityDocument, InvestorView, OfCustomerParams } from './schemas.ts';
export { shownDocument } from './shown-document.ts';
export { INVESTOR_STATES, INVESTOR_VERBS, type InvestorState } from './states.ts';
export { welcomeInvestor } from './welcome-investor.ts';
export { type CustomerWithUser, findCustomerWithUser } from './with-user-queries.ts';
export {
  changeKycStatus,
  fixProviderKind,
  freezeCustomer,
  insertCustomerOnce,
  makeV2,
  markCustomerUnread,
  markDocumentsCompleted,
  type ProfileChanges,
  releaseProviderKind,
  setReferrerOnce,
  takeCustomerVersion,
  writeProfile,
  writeProviderInternalId,
} from './write-queries.ts';
