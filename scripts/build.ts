// `npm run build`: writes the bundled console and the bundled sources, once at image time, for machines without development packages.

import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundleConsole, CONSOLE_FOLDER } from '../src/features/operations/operator/index.ts';
import { bundleSources } from './bundle-sources.ts';

const { manifest, files } = await bundleConsole();
await rm(CONSOLE_FOLDER, { recursive: true, force: true });
await mkdir(CONSOLE_FOLDER, { recursive: true });
for (const [name, bytes] of files) await writeFile(path.join(CONSOLE_FOLDER, name), bytes);
await writeFile(path.join(CONSOLE_FOLDER, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
console.log(`${CONSOLE_FOLDER}: ${files.size} files`);

console.log(await bundleSources());
