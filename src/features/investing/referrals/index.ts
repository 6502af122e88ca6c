// Door of referrals: who referred whom, and the rewards for it, recorded when a funding closes and paid by a daily job.

export { recordRewards } from './record-rewards.ts';
export { referralPayoutJob } from './reward-jobs.ts';
export { referralRewardRoutes } from './reward-routes.ts';
export { referralRoutes } from './routes.ts';
export { settleReward } from './settle-reward.ts';
