// `npm run build`: writes the bundled pages and the bundled sources, once at image time, for machines without development packages.

import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { builtFolder, bundleFace, bundlePageServer, FACES, PAGE_SERVER } from '../src/features/operations/pages/index.ts';
import { bundleSources } from './bundle-sources.ts';

for (const face of FACES) {
  const folder = builtFolder(face);
  const { manifest, files } = await bundleFace(face);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, bytes] of files) await writeFile(path.join(folder, name), bytes);
  await writeFile(path.join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  if (face === 'investors') await writeFile(path.join(folder, PAGE_SERVER), await bundlePageServer());
  console.log(`${folder}: ${files.size} files`);
}

console.log(await bundleSources());
