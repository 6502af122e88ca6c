// Door of the passkeys of investors.

export { passwordReplaced } from './password-replaced.ts';
export { investorPasskeyRoutes } from './routes.ts';
