// Door of the money that was booked outside the provider: how much of a project's money may leave the wallet of its SPV.

export { MONEY_NOT_AT_PROVIDER } from './errors.ts';
export { lockHasCover, lockMoneyAtProvider, readMoneyAtProvider } from './money-at-provider.ts';
export { sumOffProvider } from './queries.ts';
