// A wave of automatic investment that is under way: how far it is, and its end by an administrator.

import { useState } from 'preact/hooks';
import type { AutomaticInvestmentWave } from '../../../../clients/typescript/src/index.ts';
import { useAction } from '../../../core/action.ts';
import { count, euros } from '../../../core/format.ts';
import { type Query, useQuery } from '../../../core/query.ts';
import { Button } from '../../../design/button.tsx';
import { Dialog } from '../../../design/dialog.tsx';
import { Notice, Refusal } from '../../../design/feedback.tsx';
import { designWords } from '../../../design/words.ts';
import { mortar } from '../../core/api.ts';
import type { Project } from '../project.ts';
import { waveWords } from './wave-words.ts';

const POLL_MS = 5_000;

/** The wave of a project, while it is under way. */
export function useOpenWave({ id }: Project): { wave: AutomaticInvestmentWave | undefined; read: Query<unknown> } {
  const read = useQuery(['wave', id], (signal) => mortar.readWave({ path: { propertyId: id }, signal }), { pollMs: POLL_MS });
  const last = read.data?.wave ?? undefined;
  return { wave: last?.status === 'done' ? undefined : last, read };
}

type Props = { project: Project; wave: AutomaticInvestmentWave; onEnded: () => void };

export function OpenWave({ project, wave, onEnded }: Props) {
  const t = waveWords.value;
  const [isAsked, setAsked] = useState(false);
  const { status, candidates, purchases, bricks, amountCents, skipped, waiting, unread } = wave;
  return (
    <Notice tone={unread > 0 ? 'warn' : 'info'}>
      <p>
        {status === 'pending'
          ? t.pending
          : t.underWay(count(candidates), count(purchases), count(bricks), euros(amountCents), count(skipped), count(waiting))}
      </p>
      {unread > 0 && <p>{t.unread(count(unread))}</p>}
      <p>
        <Button onClick={() => setAsked(true)}>{t.end}</Button>
      </p>
      {isAsked && <EndDialog project={project} wave={wave} onEnded={onEnded} onClose={() => setAsked(false)} />}
    </Notice>
  );
}

function EndDialog({ project, wave, onEnded, onClose }: Props & { onClose: () => void }) {
  const t = waveWords.value;
  const ending = useAction(async () => {
    await mortar.endWave({ path: { propertyId: project.id } });
    return true;
  });
  const end = async () => {
    if (!(await ending.run())) return;
    onClose();
    onEnded();
  };
  return (
    <Dialog
      title={t.endTitle}
      onClose={() => !ending.isRunning && onClose()}
      foot={
        <>
          <Button onClick={onClose} disabled={ending.isRunning}>
            {designWords.value.cancel}
          </Button>
          <Button look="danger" needs="money.write" isRunning={ending.isRunning} onClick={() => void end()}>
            {t.end}
          </Button>
        </>
      }
    >
      <p>{t.endText(project.name, count(wave.waiting))}</p>
      <Refusal error={ending.error} />
    </Dialog>
  );
}
