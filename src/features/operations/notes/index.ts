// Door of notes: what operators write on wires and payments.

export { noteCountOf } from './queries.ts';
export { noteRoutes } from './routes.ts';
export { NoteCount } from './schemas.ts';
