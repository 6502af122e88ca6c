// The permission that a part of a page needs: its buttons are disabled with the reason where the roles lack it.

import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Permission } from '../../clients/typescript/src/index.ts';
import { Face } from './face.ts';

const Needed = createContext<Permission | undefined>(undefined);

/** Everything that acts below needs this permission; the place of a page says its own, a part of it may say another. */
export function Needs({ permission, children }: { permission: Permission | undefined; children: ComponentChildren }) {
  return <Needed.Provider value={permission}>{children}</Needed.Provider>;
}

export function useNeeded(): Permission | undefined {
  return useContext(Needed);
}

/** Why what acts here may not be done; undefined where it may. `permission`: in place of that of the page, null for none. */
export function useLack(permission?: Permission | null): string | undefined {
  const { lackOf } = useContext(Face);
  const around = useContext(Needed);
  const needed = permission === undefined ? around : permission;
  return needed ? lackOf(needed) : undefined;
}
