// Door of the files of properties: their documents and presentations. Images are drawn in the properties' room.

export { removeFileJob } from './jobs.ts';
export { removePresentations } from './remove-presentations.ts';
export { propertyFileRoutes } from './routes.ts';
export { ShownPresentation } from './schemas.ts';
export { showPresentations } from './show-presentations.ts';
