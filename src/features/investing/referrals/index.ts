// Door of the referrals: who was brought by whom, and the rewards for it, counted when a funding closes and paid by their job.

export { recordRewards } from './record-rewards.ts';
export { referralPayoutJob } from './reward-jobs.ts';
export { referralRewardRoutes } from './reward-routes.ts';
export { referralRoutes } from './routes.ts';
export { settleReward } from './settle-reward.ts';
