// The internal note; when somebody else has changed it meanwhile, both texts stand side by side.

import { useState } from 'preact/hooks';
import { type InternalNote, isRefusal } from '../../../../clients/typescript/src/index.ts';
import { useAction } from '../../../core/action.ts';
import { useQuery } from '../../../core/query.ts';
import { Button } from '../../../design/button.tsx';
import { Notice, Refusal, Skeleton } from '../../../design/feedback.tsx';
import { Field, Form } from '../../../design/form.tsx';
import { mortar } from '../../core/api.ts';
import { Markdown } from '../../design/markdown-view.tsx';
import { Section } from '../../design/page.tsx';
import { editWords } from './words.ts';

export function NoteSection({ propertyId }: { propertyId: string }) {
  const t = editWords.value;
  const path = { propertyId };
  const note = useQuery(['note', propertyId], (signal) => mortar.readInternalNote({ path, signal }));
  return (
    <Section title={t.note} note={t.noteText}>
      <div class="card">
        <Refusal error={note.error} retry={note.reload} />
        {note.data ? <NoteForm propertyId={propertyId} note={note.data} /> : <Skeleton height="chart" />}
      </div>
    </Section>
  );
}

function NoteForm({ propertyId, note }: { propertyId: string; note: InternalNote }) {
  const t = editWords.value;
  const path = { propertyId };
  const [text, setText] = useState(note.content);
  const [stored, setStored] = useState(note);
  const [theirs, setTheirs] = useState<InternalNote>();
  const saving = useAction((_once, body: InternalNote) => mortar.writeInternalNote({ path, body }));
  const isConflict = isRefusal(saving.error, 'NOTE_VERSION_CONFLICT');
  const reading = useQuery(['conflict', isConflict, stored.version], async (signal) => {
    if (isConflict) setTheirs(await mortar.readInternalNote({ path, signal }));
  });
  const save = async (version: number) => {
    const saved = await saving.run({ content: text, version });
    if (!saved) return;
    setStored(saved);
    setTheirs(undefined);
  };
  const take = (other: InternalNote) => {
    setText(other.content);
    setStored(other);
    setTheirs(undefined);
    saving.reset();
  };
  return (
    <Form
      label={t.note}
      onSubmit={() => void save(stored.version)}
      error={isConflict ? reading.error : saving.error}
      action={
        theirs ? (
          <>
            <Button look="primary" isRunning={saving.isRunning} onClick={() => void save(theirs.version)}>
              {t.keepMine}
            </Button>
            <Button onClick={() => take(theirs)}>{t.takeTheirs}</Button>
          </>
        ) : (
          <Button type="submit" isRunning={saving.isRunning} disabled={text === stored.content}>
            {t.saveNote}
          </Button>
        )
      }
    >
      {theirs && (
        <Notice tone="warn" isLive>
          {t.conflict}
        </Notice>
      )}
      <div class={theirs ? 'side-by-side' : undefined}>
        <Field label={theirs ? t.mine : t.noteField} value={text} onInput={setText} lines={8} maxLength={100_000} />
        {theirs && <Field label={t.theirs} value={theirs.content} onInput={() => {}} lines={8} isDisabled />}
      </div>
      {text.trim() !== '' && (
        <details class="note-preview" open={text === stored.content}>
          <summary>{t.notePreview}</summary>
          <Markdown text={text} />
        </details>
      )}
      {saving.result && text === stored.content && (
        <Notice tone="good" isLive>
          {t.noteSaved}
        </Notice>
      )}
    </Form>
  );
}
