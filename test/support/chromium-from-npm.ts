// The Chromium of @sparticuz/chromium, for machines without one: unpacked once, with the libraries that a bare Debian lacks.

import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium, { inflate } from '@sparticuz/chromium';

// Border: the package's own description.
const PACKAGE = fileURLToPath(new URL('../../node_modules/@sparticuz/chromium/package.json', import.meta.url));
/** Its libraries (nss, nspr, expat and what they need) are made for a server without any. */
const LIBRARIES = 'al2023.tar.br';

/** Path of the browser, and the environment that it needs. */
export async function unpackChromium(): Promise<{ executablePath: string; env: Record<string, string> }> {
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
  const home = join(tmpdir(), `mortar-chromium-${version}-${process.getuid?.()}`);
  if (!existsSync(home)) await unpackInto(home, join(PACKAGE, '../bin'));
  const fonts = join(home, 'fonts.conf');
  if (!existsSync(fonts)) await writeFile(fonts, fontsIn(home));
  return {
    executablePath: join(home, 'chromium'),
    env: { HOME: home, FONTCONFIG_FILE: fonts, LD_LIBRARY_PATH: join(home, 'al2023/lib') },
  };
}

/** The package's own list looks for its fonts elsewhere; without any, a text has no height and counts as hidden. */
function fontsIn(home: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${join(home, 'fonts')}</dir><dir>/usr/share/fonts</dir><cachedir>${join(home, 'fonts-cache')}</cachedir></fontconfig>
`;
}

/** Beside its place, then moved there: other test files may be unpacking it too, and none may start half of it. */
async function unpackInto(home: string, packed: string): Promise<void> {
  const { TMPDIR } = process.env;
  const own = `${home}-${process.pid}`;
  await mkdir(own, { recursive: true });
  // The package unpacks into the folder for temporary files.
  process.env.TMPDIR = own;
  try {
    await chromium.executablePath();
    await inflate(join(packed, LIBRARIES));
    await rename(own, home);
  } catch (error) {
    if (!existsSync(home)) throw error;
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    await rm(own, { recursive: true, force: true });
  }
}
