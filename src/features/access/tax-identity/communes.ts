// The communes of France with their INSEE codes, from the official geographic code (COG) as the package has it.

import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Commune, Communes } from './rules.ts';

/** One commune a line: it is read line by line, as parsing its nine megabytes at once would stop the process for long. */
const FILE = '@etalab/decoupage-administratif/data/communes.json';

/** Fields of a line. `commune`: of an arrondissement, its commune; `anciensCodes`: under which it stood before. */
type Line = {
  code: string;
  nom: string;
  type: 'commune-actuelle' | 'commune-deleguee' | 'commune-associee' | 'arrondissement-municipal';
  commune?: string;
  codesPostaux?: string[];
  anciensCodes?: string[];
};

let communes: Promise<Communes> | undefined;

/** All of them; read once, when they are first needed. */
export function loadCommunes(): Promise<Communes> {
  communes ??= readCommunes().catch((error: unknown) => {
    communes = undefined;
    throw error;
  });
  return communes;
}

async function readCommunes(): Promise<Communes> {
  const byCode = new Map<string, Commune>();
  const former = new Map<string, Commune>();
  const lines = createInterface({ input: createReadStream(fileURLToPath(import.meta.resolve(FILE))) });
  for await (const text of lines) {
    if (!text.startsWith('{')) continue;
    // Border: the file of the package, pinned in its version.
    const line = JSON.parse(text.replace(/,$/, '')) as Line;
    const { code, nom: name, type, commune: parent = null, codesPostaux: postcodes = [], anciensCodes = [] } = line;
    const isCurrent = type === 'commune-actuelle' || type === 'arrondissement-municipal';
    const commune = { code, name, parent, postcodes, isCurrent };
    for (const old of anciensCodes) former.set(old, { ...commune, code: old, parent: null, postcodes: [], isCurrent: false });
    // A part of a commune may have the code of the whole.
    if (isCurrent || !byCode.has(code)) byCode.set(code, commune);
  }
  for (const [code, commune] of former) if (!byCode.has(code)) byCode.set(code, commune);
  return { byCode };
}
