// Door of the files of properties: their documents. Images are drawn in the properties' room.

export { propertyFileRoutes } from './routes.ts';
