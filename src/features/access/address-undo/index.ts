// Door of the way back to a former address.

export { addressUndoRoutes } from './routes.ts';
