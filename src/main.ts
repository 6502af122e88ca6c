// The one executable: `main.ts api | worker | all | migrate | job NAME [--dry-run] | admin create | break-glass | company-account | restored`.
// The compile cache of Node must be enabled before the rest is loaded, hence two files.

import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { freezeYoungGeneration } from './core/young-generation.ts';

freezeYoungGeneration();

// Without write access to the folder there is no cache, and only the start is slower.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/mortar/compiled', import.meta.url)));
await import('./command-line.ts');
