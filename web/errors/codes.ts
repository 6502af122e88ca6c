// The shape of the files with sentences.

import type { Code } from '../../clients/typescript/src/index.ts';

/** A sentence for each code of the API; one that is missing does not compile. */
export type Sentences = Readonly<Record<Code, string>>;
