// The one executable: `main.ts api | worker | all | migrate | job NAME [--dry-run] | admin create | company-account | restored`.
// The compile cache of Node must be enabled before the rest is loaded, hence two files.

import { enableCompileCache } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { freezeYoungGeneration } from './core/young-generation.ts';

freezeYoungGeneration();

// Without write access to the folder there is no cache, and only the start is slower.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/mortar/compiled', import.meta.url)));
const { findSourceBundle, makeSourceBundle } = await import('./source-bundle.ts');
const bundle = findSourceBundle();
// Errors name the sources all the same.
process.setSourceMapsEnabled(bundle.exists);
if (bundle.exists) await import(pathToFileURL(bundle.commandLine).href);
else await import('./command-line.ts');
// For the next start, where esbuild is installed and the folder can be written; tests run the sources.
if (!bundle.exists && process.env.NODE_ENV !== 'test') await makeSourceBundle(bundle).catch(() => {});
