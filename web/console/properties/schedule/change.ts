// What the cards that change a stored schedule share.

import type { ScheduleView } from '../../../../clients/typescript/src/index.ts';
import { type Once, useAction } from '../../../core/action.ts';
import type { Project } from '../project.ts';

export type ChangeProps = { project: Project; schedule: ScheduleView; reload: () => void };

/** An action whose answer is only that it was done. */
export function useDone(work: (once: Once) => Promise<unknown>, then: () => void) {
  const action = useAction(async (once) => {
    await work(once);
    return true;
  });
  const run = async () => {
    if (await action.run()) then();
  };
  return { ...action, run };
}
