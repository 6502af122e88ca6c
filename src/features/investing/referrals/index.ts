// Door of referrals: codes and referrers, and the rewards for it, recorded when a funding closes and paid by a daily job.

export { referralPayoutJob } from './jobs.ts';
export { recordRewards, settleReward } from './rewards.ts';
export { referralRewardRoutes, referralRoutes } from './routes.ts';
