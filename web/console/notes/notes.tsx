// What operators noted on a record: on its page, and as a sign in lists.

import { useState } from 'preact/hooks';
import type { Note, NoteSubject } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { useQuery } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { Badge, Refusal, Skeleton } from '../../design/feedback.tsx';
import { Field, Form, faultOf } from '../../design/form.tsx';
import { Needs } from '../../design/permissions.tsx';
import { Instant } from '../../design/values.tsx';
import { mortar } from '../core/api.ts';
import { Section } from '../design/page.tsx';
import { noteWords } from './words.ts';

type Props = { subject: NoteSubject; id: string; onChanged?: () => void };

export function NotesSection({ subject, id, onChanged }: Props) {
  const t = noteWords.value;
  const { data, error, reload } = useQuery(['notes', subject, id], (signal) =>
    mortar.listNotes({ query: { subject, subjectId: id }, signal }),
  );
  const changed = () => {
    reload();
    onChanged?.();
  };
  return (
    <Section title={t.title} note={t.note}>
      <Needs permission="money.write">
        <div class="card notes">
          {data === undefined && !error && <Skeleton rows={1} height="row" />}
          <Refusal error={error} retry={reload} />
          {data?.items.length === 0 && <p class="soft">{t.none}</p>}
          {data !== undefined && data.items.length > 0 && (
            <ul class="plain-list">
              {data.items.map((note) => (
                <OneNote key={note.id} note={note} onTakenBack={changed} />
              ))}
            </ul>
          )}
          <NewNote subject={subject} id={id} onWritten={changed} />
        </div>
      </Needs>
    </Section>
  );
}

/** How many notes a record of a list has; nothing where it has none. */
export function NoteSign({ count }: { count: number }) {
  if (count === 0) return null;
  return <Badge>{noteWords.value.count(count)}</Badge>;
}

function OneNote({ note, onTakenBack }: { note: Note; onTakenBack: () => void }) {
  const t = noteWords.value;
  const { id, text, writtenBy, writtenAt, isOwn } = note;
  const takingBack = useAction(async () => {
    await mortar.takeBackNote({ path: { noteId: id } });
    onTakenBack();
    return 'gone';
  });
  return (
    <li>
      <p class="said">{text}</p>
      <p class="soft small note-by">
        {writtenBy} · <Instant at={writtenAt} isRelative />
        {isOwn && (
          <Button
            look="quiet"
            needs="money.write"
            fullName={t.takeBackNote(text.length > 40 ? `${text.slice(0, 40)}…` : text)}
            isRunning={takingBack.isRunning}
            onClick={() => void takingBack.run()}
          >
            {t.takeBack}
          </Button>
        )}
      </p>
      <Refusal error={takingBack.error} />
    </li>
  );
}

function NewNote({ subject, id, onWritten }: { subject: NoteSubject; id: string; onWritten: () => void }) {
  const t = noteWords.value;
  const [text, setText] = useState('');
  const writing = useAction(async (_once, typed: string) => {
    await mortar.writeNote({ body: { subject, subjectId: id, text: typed } });
    setText('');
    onWritten();
    return 'written';
  });
  return (
    <Form
      error={writing.error}
      onSubmit={() => void writing.run(text.trim())}
      action={
        <Button type="submit" isRunning={writing.isRunning} disabled={text.trim() === ''}>
          {t.write}
        </Button>
      }
    >
      <Field
        label={t.text}
        hint={t.hint}
        name="text"
        value={text}
        onInput={setText}
        lines={2}
        maxLength={1_000}
        fault={faultOf(writing.error, 'text')}
      />
    </Form>
  );
}
