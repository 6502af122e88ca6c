// What only the console says inside shared components: what roles do not allow, and what waits for a second administrator.

import type { Permission } from '../../../clients/typescript/src/index.ts';
import { WaitsForApproval } from '../../core/waits.ts';
import { Notice } from '../../design/feedback.tsx';
import { useNeeded } from '../../design/permissions.tsx';
import { designWords } from '../../design/words.ts';
import { to } from '../addresses.ts';
import { Lacking, may } from '../core/session.ts';
import { lackInWords, ownRoles, permissionWords } from './permission-words.ts';

export const consoleFace = {
  lackOf: (permission: Permission) => (may(permission) ? undefined : lackInWords(permission)),
  inPlaceOf: (error: unknown) => {
    if (error instanceof Lacking) return <p class="soft unshown">{lackInWords(error.permission)}</p>;
    return error instanceof WaitsForApproval ? <Waits approvalId={error.approvalId} /> : undefined;
  },
};

/** Not refused: it waits for a second administrator. */
function Waits({ approvalId }: { approvalId: string }) {
  const { waits, waitsText, openRecord } = designWords.value;
  return (
    <Notice isLive>
      <p class="strong">{waits}</p>
      <p>
        {waitsText} <a href={to.approval(approvalId)}>{openRecord}</a>
      </p>
    </Notice>
  );
}

/** Says once on a page that nothing can be done there. */
export function ReadOnlyNote() {
  const needed = useNeeded();
  if (needed === undefined || may(needed)) return null;
  const { permissions, inactive } = permissionWords.value;
  return <p class="hint read-only">{inactive(permissions[needed], ownRoles())}</p>;
}
