// Door of the online onboarding: the path of investors, SPVs and project owners to a wallet, and what follows the provider on it.

export { accountOfOnboarding, followAccount, type OnboardingHint } from './follow.ts';
export { followOnboardingsJob, followSpvWork } from './jobs.ts';
export { onlineOnboardingRoutes } from './routes.ts';
export { customerIdOf } from './rules.ts';
