// Door of the charge-backs.

export { chargeBacksJob, followChargeBack } from './charge-backs.ts';
export { CHARGE_BACK_NOT_FETCHED } from './errors.ts';
export { chargeBackRoutes } from './routes.ts';
