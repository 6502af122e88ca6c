// The documents of a property: a PDF with its name, added, looked at and removed.

import { useRef, useState } from 'preact/hooks';
import type { PropertyDocument } from '../../../../clients/typescript/src/index.ts';
import { useAction } from '../../../core/action.ts';
import { useQuery } from '../../../core/query.ts';
import { saveFile } from '../../../core/save-file.ts';
import { Button } from '../../../design/button.tsx';
import { Dialog } from '../../../design/dialog.tsx';
import { Empty, Refusal, Skeleton } from '../../../design/feedback.tsx';
import { Paper } from '../../../design/paper.tsx';
import { designWords } from '../../../design/words.ts';
import { editProperty, mortar, readPublicFile } from '../../core/api.ts';
import { Section } from '../../design/page.tsx';
import { UploadProgress, useUpload } from '../../design/upload.tsx';
import type { TabProps } from '../project.ts';
import { useShownAt } from './shown-at.ts';
import { editWords } from './words.ts';

export function DocumentsSection({ project, reload }: TabProps) {
  const t = editWords.value;
  const input = useRef<HTMLInputElement>(null);
  const progress = useUpload();
  const [opened, setOpened] = useState<Opened>();
  const shownAt = useShownAt();
  const saving = useAction((_once, documents: PropertyDocument[]) => editProperty(project, { documents }));
  const upload = useAction(async (once, file: File) => {
    progress.begin(file.size);
    const sent = { query: { propertyId: project.id }, body: { file } };
    const { url } = await mortar.uploadPropertyDocument({ ...sent, ...once, ...progress.watch(file, 0) });
    return saving.run([...project.documents, { name: file.name.replace(/\.pdf$/i, ''), url }]);
  });
  const add = async (file: File | undefined) => {
    const isSent = file && (await upload.run(file));
    progress.end();
    if (isSent) reload();
  };
  const remove = async (at: number) => {
    if (await saving.run(project.documents.filter((_, index) => index !== at))) reload();
  };
  return (
    <Section
      title={t.documents}
      note={t.documentsNote}
      action={
        <Button isRunning={upload.isRunning} onClick={() => input.current?.click()}>
          {t.addDocument}
        </Button>
      }
    >
      <input
        ref={input}
        hidden
        type="file"
        accept="application/pdf"
        aria-label={t.addDocument}
        onChange={(event) => {
          void add(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <Refusal error={upload.error ?? saving.error} />
      {project.documents.length === 0 ? (
        <Empty title={t.noDocuments}>{t.noDocumentsText}</Empty>
      ) : (
        <ul class="checks" aria-label={t.documents}>
          {project.documents.map(({ name, url }, index) => (
            <li key={url}>
              <span aria-hidden="true">·</span>
              <a href={url} target="_blank" rel="noreferrer">
                {name}
              </a>
              <span class="document-actions">
                <SeeButton name={name} at={shownAt(url)} open={setOpened} />
                <Button
                  look="quiet"
                  fullName={t.removeDocument(name)}
                  disabled={saving.isRunning}
                  onClick={() => void remove(index)}
                >
                  {t.remove}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <UploadProgress sent={progress.sent} />
      {opened && <DocumentDialog {...opened} onClose={() => setOpened(undefined)} />}
    </Section>
  );
}

type Opened = { name: string; pathname: string };

/** For files of this service: one in a bucket is opened by its link, in its own tab. */
function SeeButton({ name, at, open }: { name: string; at: string | undefined; open: (opened: Opened) => void }) {
  const t = editWords.value;
  if (at === undefined) return null;
  const { origin, pathname } = new URL(at, location.origin);
  if (origin !== location.origin) return null;
  return (
    <Button look="quiet" fullName={t.seeDocument(name)} onClick={() => open({ name, pathname })}>
      {t.see}
    </Button>
  );
}

function DocumentDialog({ name, pathname, onClose }: Opened & { onClose: () => void }) {
  const { data, error, reload } = useQuery(['public-file', pathname], (signal) => readPublicFile(pathname, signal));
  return (
    <Dialog title={name} onClose={onClose} isWide>
      {data === undefined ? (
        error ? (
          <Refusal error={error} retry={reload} />
        ) : (
          <Skeleton height="chart" />
        )
      ) : (
        <>
          <Paper file={data} contentType={data.type} name={name} />
          <p>
            <Button icon="download" onClick={() => saveFile(data, `${name}.pdf`)}>
              {designWords.value.save}
            </Button>
          </p>
        </>
      )}
    </Dialog>
  );
}
