// What the roles of who is signed in do not allow: buttons are disabled with the reason, and a line on the page says so.

import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Permission } from '../../clients/typescript/src/index.ts';
import { may } from '../core/session.ts';
import { lackInWords, ownRoles, permissionWords } from './permission-words.ts';

const Needed = createContext<Permission | undefined>(undefined);

/** Everything that acts below needs this permission; the place of a page says its own, a part of it may say another. */
export function Needs({ permission, children }: { permission: Permission | undefined; children: ComponentChildren }) {
  return <Needed.Provider value={permission}>{children}</Needed.Provider>;
}

/** Why what acts here may not be done; undefined where it may. `permission`: in place of that of the page, null for none. */
export function useLack(permission?: Permission | null): string | undefined {
  const around = useContext(Needed);
  const needed = permission === undefined ? around : permission;
  if (!needed || may(needed)) return undefined;
  return lackInWords(needed);
}

/** Says once on a page that nothing can be done there. */
export function ReadOnlyNote() {
  const needed = useContext(Needed);
  if (needed === undefined || may(needed)) return null;
  const { permissions, inactive } = permissionWords.value;
  return <p class="hint read-only">{inactive(permissions[needed], ownRoles())}</p>;
}
