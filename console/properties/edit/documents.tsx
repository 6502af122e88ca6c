// The documents of a property: a PDF with its name, added and removed.

import { useRef } from 'preact/hooks';
import type { PropertyDocument } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { mortar } from '../../core/api.ts';
import { Button } from '../../design/button.tsx';
import { Empty, Refusal } from '../../design/feedback.tsx';
import { Section } from '../../design/page.tsx';
import type { TabProps } from '../project.ts';
import { editWords } from './words.ts';

export function DocumentsSection({ project, reload }: TabProps) {
  const t = editWords.value;
  const path = { propertyId: project.id };
  const input = useRef<HTMLInputElement>(null);
  const saving = useAction((_once, documents: PropertyDocument[]) => mortar.editProperty({ path, body: { documents } }));
  const upload = useAction(async (once, file: File) => {
    const { url } = await mortar.uploadPropertyDocument({ body: { file }, ...once });
    return saving.run([...project.documents, { name: file.name.replace(/\.pdf$/i, ''), url }]);
  });
  const add = async (file: File | undefined) => {
    if (file && (await upload.run(file))) reload();
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
        class="out-of-sight"
        type="file"
        accept="application/pdf"
        tabIndex={-1}
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
              <Button look="quiet" title={t.removeDocument(name)} onClick={() => void remove(index)}>
                {t.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
