// What a draft asks for: its checklist, the publication, a link to show it, and its deletion.

import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { PublishChecklist as Checklist } from '../../../../clients/typescript/src/index.ts';
import { useAction } from '../../../core/action.ts';
import { euros } from '../../../core/format.ts';
import { instantOfParis } from '../../../core/paris-time.ts';
import { Button, CopyButton } from '../../../design/button.tsx';
import { Dialog } from '../../../design/dialog.tsx';
import { Notice, Refusal } from '../../../design/feedback.tsx';
import { Field } from '../../../design/form.tsx';
import { Icon } from '../../../design/icons.tsx';
import { designWords } from '../../../design/words.ts';
import { to } from '../../addresses.ts';
import { mortar } from '../../core/api.ts';
import { Link } from '../../design/link.tsx';
import { Section } from '../../design/page.tsx';
import type { Project } from '../project.ts';
import { overviewWords } from './words.ts';

type Check = Checklist['checks'][number];

type DraftProps = { project: Project; checklist: Checklist; reload: () => void };

export function DraftSection({ project, checklist, reload }: DraftProps) {
  const t = overviewWords.value;
  const [open, setOpen] = useState<'publish' | 'delete'>();
  return (
    <Section
      title={t.checklist}
      note={t.checklistNote}
      action={
        <>
          <Preview propertyId={project.id} />
          <Button look="danger" onClick={() => setOpen('delete')}>
            {t.remove}
          </Button>
          <Button look="primary" disabled={!checklist.isPublishable} onClick={() => setOpen('publish')}>
            {t.publish}
          </Button>
        </>
      }
    >
      <ul class="checks" aria-label={t.checklist}>
        {checklist.checks.map((check) => (
          <CheckLine key={check.rule} check={check} project={project} minDelayHours={checklist.minDelayHours} />
        ))}
      </ul>
      <Bricks {...checklist} />
      {open === 'publish' && <PublishDialog project={project} onClose={() => setOpen(undefined)} reload={reload} />}
      {open === 'delete' && <DeleteDialog project={project} onClose={() => setOpen(undefined)} />}
    </Section>
  );
}

/** How many bricks the amount makes, and what is left of it: after the publication it cannot change any more. */
function Bricks({ totalBricks, leftOverCents }: Pick<Checklist, 'totalBricks' | 'leftOverCents'>) {
  const t = overviewWords.value;
  if (totalBricks === null || totalBricks === 0 || leftOverCents === null) return null;
  if (leftOverCents === 0) return <p class="soft">{t.bricksCreated(totalBricks)}</p>;
  return (
    <Notice>
      <p>{t.bricksCreated(totalBricks)}</p>
      <p>{t.leftOver(euros(leftOverCents))}</p>
    </Notice>
  );
}

const ICONS = { met: 'check', broken: 'close', unknown: 'clock' } as const;

type CheckProps = { check: Check; project: Project; minDelayHours: number };

function CheckLine({ check: { rule, state, field, code }, project, minDelayHours }: CheckProps) {
  const t = overviewWords.value;
  const said = { met: t.met, broken: t.broken, unknown: t.unknownState }[state];
  const isOfWallet = (rule === 'spv-has-wallet' || rule === 'wallet-is-validated') && project.spvId !== null;
  const tab = field === 'imageGallery' ? 'documents' : 'edit';
  const mended = isOfWallet ? to.spv(project.spvId ?? '') : `${to.property(project.id, tab)}?field=${field}`;
  return (
    <li class={state}>
      <Icon name={ICONS[state]} />
      <span>
        {rule === 'enough-time-before-funding' ? t.enoughTime(minDelayHours) : t.rules[rule]}{' '}
        <span class="out-of-sight">: {said}</span>
      </span>
      {state === 'broken' && field ? (
        <Link href={mended}>{isOfWallet ? t.openSpv : tab === 'documents' ? t.addImages : t.mend}</Link>
      ) : (
        <span class="soft small" aria-hidden="true">
          {said}
        </span>
      )}
      {state === 'unknown' && <small>{t.unknownText}</small>}
      {state === 'broken' && (
        <small>
          <code>{code}</code>
        </small>
      )}
    </li>
  );
}

function PublishDialog({ project, onClose, reload }: { project: Project; onClose: () => void; reload: () => void }) {
  const t = overviewWords.value;
  const [shown, setShown] = useState('');
  const displayDate = instantOfParis(shown);
  const publication = useAction(() =>
    mortar.publishProperty({ path: { propertyId: project.id }, body: displayDate === undefined ? {} : { displayDate } }),
  );
  const publish = async () => {
    if (await publication.run()) {
      onClose();
      reload();
    }
  };
  return (
    <Dialog
      title={t.publishTitle}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{designWords.value.cancel}</Button>
          <Button look="primary" isRunning={publication.isRunning} onClick={() => void publish()}>
            {t.publish}
          </Button>
        </>
      }
    >
      <p>{t.publishText(project.name)}</p>
      <Field label={t.displayDate} type="datetime-local" value={shown} onInput={setShown} hint={t.displayHint} />
      <Refusal error={publication.error} />
    </Dialog>
  );
}

function DeleteDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const t = overviewWords.value;
  const { route } = useLocation();
  const deletion = useAction(async () => {
    await mortar.deleteProperty({ path: { propertyId: project.id } });
    return true;
  });
  const remove = async () => {
    if (await deletion.run()) route(to.properties);
  };
  return (
    <Dialog
      title={t.removeTitle}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{designWords.value.cancel}</Button>
          <Button look="danger" isRunning={deletion.isRunning} onClick={() => void remove()}>
            {t.remove}
          </Button>
        </>
      }
    >
      <p>{t.removeText(project.name)}</p>
      <Refusal error={deletion.error} />
    </Dialog>
  );
}

/** A link for seven days, made when it is asked for. */
function Preview({ propertyId }: { propertyId: string }) {
  const t = overviewWords.value;
  const creation = useAction((once) => mortar.createDraftToken({ path: { propertyId }, ...once }));
  return (
    <>
      <Button isRunning={creation.isRunning} onClick={() => void creation.run()}>
        {t.preview}
      </Button>
      {(creation.result || creation.error) && (
        <Dialog title={t.preview} onClose={creation.reset}>
          <Refusal error={creation.error} />
          {creation.result && (
            <Notice tone="good">
              <p>{t.previewText}</p>
              <p>
                <code class="wrapped">{creation.result.url}</code> <CopyButton text={creation.result.url} what={t.preview} />
              </p>
            </Notice>
          )}
        </Dialog>
      )}
    </>
  );
}
