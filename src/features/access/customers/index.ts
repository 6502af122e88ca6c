// Door of the customers' room: the investors, what they may do, and how they are shown.

export { designateCompanyAccount } from './company-account.ts';
export {
  ACCOUNT_IS_BEING_VERIFIED,
  ACCOUNT_NOT_COMPLETED,
  customerErrors,
  INVESTOR_ONBOARDING_NOT_COMPLETED,
} from './errors.ts';
export { assertCustomer, readInvestorView, shownDocument, toInvestorView } from './investor-view.ts';
export { enqueueProviderUpdate, updateProviderAccountJob } from './jobs.ts';
export { mailInvestor, welcomeInvestor } from './mail-investor.ts';
export { providerProfileOf } from './provider-profile.ts';
export {
  type Company,
  type Customer,
  type CustomerProfile,
  type CustomerWithUser,
  findCustomer,
  findCustomerIdByEmail,
  findCustomers,
  findCustomersPage,
  findCustomerWithUser,
  hasCompany,
  hasCustomer,
  lockCustomer,
  lockCustomers,
  readCustomerVersion,
  writeCompany,
} from './queries.ts';
export { customerRoutes } from './routes.ts';
export {
  assertCompletedOnboarding,
  assertFullRights,
  assertNamed,
  CUSTOMER_TYPES,
  type CustomerType,
  FROZEN_SOURCES,
  type FrozenSource,
  INVESTOR_STATES,
  INVESTOR_VERBS,
  type InvestorState,
  isHeld,
  isNamed,
  KYC_STATUSES,
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
export {
  changeKycStatus,
  closeCustomer,
  fixProviderKind,
  freezeCustomer,
  insertCustomerOnce,
  makeV2,
  markCustomerUnread,
  markDocumentsCompleted,
  type ProfileChanges,
  releaseProviderKind,
  setCanSeeRoyalty,
  setReferrerOnce,
  takeCustomerVersion,
  unfreezeCustomer,
  writeProfile,
  writeProviderInternalId,
} from './write-queries.ts';
