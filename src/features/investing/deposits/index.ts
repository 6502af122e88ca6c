// Door of deposits: the virtual IBAN that an investor wires money to.

export { isDepositIban } from './queries.ts';
export { depositRoutes } from './routes.ts';
export { normaliseBankCode } from './rules.ts';
