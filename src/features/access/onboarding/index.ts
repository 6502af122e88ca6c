// Door of the onboarding: profile, company and identity documents of investors.

export { followProvider } from './follow-provider.ts';
export { judgeProfile } from './judge-profile.ts';
export { markJudged } from './queries.ts';
export { onboardingRoutes } from './routes.ts';
export { IDENTITY_DOCUMENT_TYPES } from './rules.ts';
export { ProfileChanges } from './schemas.ts';
