// Door of the passkeys of investors.

export { investorPasskeyRoutes } from './routes.ts';
