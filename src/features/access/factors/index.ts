// Door of the second factors of administrators: passkeys, an authenticator app, recovery codes.

export { resetFactors } from './change-factors.ts';
export { factorRoutes } from './routes.ts';
export { authenticatorCode, stepAt } from './rules.ts';
