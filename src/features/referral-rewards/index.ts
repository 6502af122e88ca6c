// Door of the referral rewards: counted when a funding closes, paid by their job.

export { referralPayoutJob } from './jobs.ts';
export { recordRewards } from './record-rewards.ts';
export { referralRewardRoutes } from './routes.ts';
export { settleReward } from './settle-reward.ts';
