// An identity document as it is listed, in the investor's view and by itself.

import type { IdentityDocument } from './schemas.ts';

type JudgedDocument = Omit<IdentityDocument, 'refusalReason'> & {
  refusalReason: Exclude<IdentityDocument['refusalReason'], undefined> | null;
};

/** With why it was refused, where the provider said so. */
export function shownDocument({ refusalReason, ...document }: JudgedDocument): IdentityDocument {
  return { ...document, ...(refusalReason === null ? {} : { refusalReason }) };
}
