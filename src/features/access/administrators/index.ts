// Door of the administrators' room: who works here, in which roles.

export { admitIdentity, type SignInRefusal } from './admit-identity.ts';
export { breakGlass } from './break-glass.ts';
export { createAdministrator } from './create-administrator.ts';
export { mailInvitationJob } from './jobs.ts';
export { administratorRoutes } from './routes.ts';
export { ADMINISTRATOR_STATES, ADMINISTRATOR_VERBS, type AdministratorState } from './rules.ts';
