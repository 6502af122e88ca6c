// Door of the onboarding: profile, company and identity documents of investors.

export { REGISTER_PROFILE_REQUIRED } from './errors.ts';
export { followProvider } from './follow-provider.ts';
export { isWalletBlocked, nextKycStatus, nextOnboardingKycStatus, type OnboardingAccountState } from './kyc-rules.ts';
export { checkProfile } from './profile.ts';
export { isSuperseded, writeVerdict } from './queries.ts';
export { companySearchRoutes, onboardingRoutes } from './routes.ts';
export { fixedFields, IDENTITY_DOCUMENT_TYPES, maySaveProfile, providerFaults } from './rules.ts';
export { ProfileChanges } from './schemas.ts';
