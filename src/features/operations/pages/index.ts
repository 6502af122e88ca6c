// Door of the pages: those of the console and of the investors, with their files.

export { builtFolder, bundleFace, bundlePageServer, FACES, PAGE_SERVER } from './bundle.ts';
export { consoleRoutes } from './console-routes.ts';
export { investorPageRoutes } from './investor-routes.ts';
