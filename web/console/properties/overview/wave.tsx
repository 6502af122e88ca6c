// Starting a wave of automatic investment of a funding: the plans of the investors buy what is left.

import { useState } from 'preact/hooks';
import type { FundingView } from '../../../../clients/typescript/src/index.ts';
import { useAction } from '../../../core/action.ts';
import { euros } from '../../../core/format.ts';
import { Button } from '../../../design/button.tsx';
import { CloseButton, Dialog } from '../../../design/dialog.tsx';
import { Notice, Refusal } from '../../../design/feedback.tsx';
import { Checkbox } from '../../../design/form.tsx';
import { designWords } from '../../../design/words.ts';
import { mortar } from '../../core/api.ts';
import type { Project } from '../project.ts';
import { WavePreview } from './wave-preview.tsx';
import { waveWords } from './wave-words.ts';

type Props = { project: Project; funding: FundingView; reload: () => void };

/** `isUnderWay`: a wave is open, and another one must wait. */
export function WaveButton({ isUnderWay, ...props }: Props & { isUnderWay: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} disabled={isUnderWay}>
        {waveWords.value.start}
      </Button>
      {isOpen && <WaveDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function WaveDialog({ project, funding, reload, onClose }: Props & { onClose: () => void }) {
  const t = waveWords.value;
  const [isWide, setWide] = useState(false);
  const starting = useAction(async (once, includeInvestorsWithCanceledAutoInvest: boolean) => {
    await mortar.triggerWave({ path: { propertyId: project.id }, body: { includeInvestorsWithCanceledAutoInvest }, ...once });
    return true;
  }, `start-wave ${project.id}`);
  const isDone = starting.result === true;
  const close = () => {
    if (starting.isRunning) return;
    onClose();
    if (isDone) reload();
  };
  return (
    <Dialog
      title={t.title}
      onClose={close}
      isClosedByFoot={isDone}
      isWide
      foot={
        isDone ? (
          <CloseButton onClose={close} />
        ) : (
          <>
            <Button onClick={close} disabled={starting.isRunning}>
              {designWords.value.cancel}
            </Button>
            <Button look="primary" needs="money.write" isRunning={starting.isRunning} onClick={() => void starting.run(isWide)}>
              {t.start}
            </Button>
          </>
        )
      }
    >
      {isDone ? (
        <Notice tone="good" isLive>
          {t.started}
        </Notice>
      ) : (
        <>
          <p>{t.text(project.name, euros(funding.availableAmountCents))}</p>
          <Checkbox label={t.withCanceled} hint={t.withCanceledHint} isChecked={isWide} onChange={setWide} />
          <WavePreview propertyId={project.id} includesCanceled={isWide} />
          <Refusal error={starting.error} />
        </>
      )}
    </Dialog>
  );
}
