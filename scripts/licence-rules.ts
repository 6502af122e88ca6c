// Which licences are allowed for packages.

/** A package of the lock file; `label` is name and version. */
export type Package = { label: string; licence: string | undefined; development: boolean };

type Lock = { packages?: Record<string, { version?: string; license?: string; dev?: boolean }> };

/**
 * They require keeping their notices; the LGPL also requires that the library is replaceable, as a dynamically loaded one is; the MPL
 * that changed files of it are given away, and we change none (axe-core, in tests); the OFL is one of fonts, which may be embedded in any
 * document.
 */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
]);

/** Licences found in the files of a package instead of package.json; another version must be read again. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  'busboy@1.6.0': 'MIT',
  'humanize-number@0.0.2': 'MIT',
  'png-js@2.0.0': 'MIT',
  'streamsearch@1.1.0': 'MIT',
};

/** Every package of a lock file once, by name. */
export function packagesOf(lock: Lock): Package[] {
  const found = new Map<string, Package>();
  for (const [folder, { version, license, dev }] of Object.entries(lock.packages ?? {})) {
    if (folder === '') continue;
    const label = `${folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`;
    const development = dev === true && (found.get(label)?.development ?? true);
    found.set(label, { label, licence: license ?? READ_BY_HAND[label], development });
  }
  return [...found.values()].sort((a, b) => (a.label < b.label ? -1 : 1));
}

/** Why a licence (an SPDX expression) is not allowed; undefined when it is. With OR one of them is enough. */
export function judge(licence: string | undefined): string | undefined {
  if (licence === undefined) return 'no licence is stated; read the files of the package and add it to READ_BY_HAND';
  const words = licence.replace(/^\((.*)\)$/, '$1');
  if (/[()]/.test(words)) return `${licence} is more than this check understands; decide, and teach it`;
  const alternatives = words.split(/\s+or\s+/i);
  const isAllowed = alternatives.some((alternative) => alternative.split(/\s+and\s+/i).every((id) => ALLOWED.has(id)));
  return isAllowed ? undefined : `${licence} is not in the list of allowed ones`;
}
