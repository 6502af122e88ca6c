// Door of the SPVs.

export { SPV_PROVIDER_WALLET_NOT_FOUND } from './errors.ts';
export { followSpvJob } from './jobs.ts';
export {
  changeKybStatus,
  findSpv,
  findSpvAccount,
  findSpvsByAccount,
  lockSpv,
  markSpvUnread,
  readSpvVersion,
  type SpvRow,
  takeSpvVersion,
  writeWallet,
} from './queries.ts';
export { spvRoutes } from './routes.ts';
export { isSpvCountry, vatBpsOfSpv, vatExemptionNote } from './rules.ts';
export { listSddMandates } from './wallet.ts';
