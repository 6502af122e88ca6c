// Door of the referrals: who was brought by whom.

export { referralRoutes } from './routes.ts';
