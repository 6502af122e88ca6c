// What a face says of its own inside the shared components: the console has roles, and requests that wait for somebody.

import { createContext, type VNode } from 'preact';
import type { Permission } from '../../clients/typescript/src/index.ts';

type FaceWords = {
  /** Why who is signed in may not do it, in words; undefined where they may. */
  lackOf: (permission: Permission) => string | undefined;
  /** What stands where an error would be told that only this face knows; undefined: the error is told. */
  inPlaceOf: (error: unknown) => VNode | undefined;
};

/** A face without roles (the investors') gives none: everything that it shows may be tried. */
export const Face = createContext<FaceWords>({ lackOf: () => undefined, inPlaceOf: () => undefined });
