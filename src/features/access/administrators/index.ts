// Door of the administrators' room: who works here, in which roles.

export { createAdministrator } from './create-administrator.ts';
