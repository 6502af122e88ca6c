// The one executable: `main.ts api | worker | all | migrate | job NAME [--dry-run] | admin create | admin company-account`.
// Node keeps what it compiles from the second start on; that must be asked for before the rest is loaded, hence two files.

import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Where the folder cannot be written nothing is kept, and nothing is lost but time.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/mortar/compiled', import.meta.url)));
await import('./command-line.ts');
