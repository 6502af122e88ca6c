// Door of the files of properties: images of a gallery and documents, under public addresses.

export { propertyFileRoutes } from './routes.ts';
