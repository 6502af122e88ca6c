// Door of the charge-backs.

export { CHARGE_BACK_NOT_FETCHED } from './errors.ts';
export { followChargeBack } from './follow-charge-back.ts';
export { chargeBacksJob } from './jobs.ts';
export { chargeBackRoutes } from './routes.ts';
