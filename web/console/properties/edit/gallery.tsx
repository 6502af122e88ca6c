// The gallery of a property: images are dropped or chosen, sent one after another, moved and removed.

import { useEffect, useRef, useState } from 'preact/hooks';
import { useAction } from '../../../core/action.ts';
import { useParam } from '../../../core/address.ts';
import type { Sent } from '../../../core/upload.ts';
import { Button } from '../../../design/button.tsx';
import { Empty, Refusal } from '../../../design/feedback.tsx';
import { editProperty, mortar } from '../../core/api.ts';
import { Section } from '../../design/page.tsx';
import { UploadProgress, useUpload } from '../../design/upload.tsx';
import type { Project, TabProps } from '../project.ts';
import { useShownAt } from './shown-at.ts';
import { editWords } from './words.ts';

export function GallerySection({ project, reload }: TabProps) {
  const t = editWords.value;
  const [{ images, updatedAt }, setStored] = useState(storedOf(project));
  useEffect(() => setStored(storedOf(project)), [project.updatedAt]);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const [at, setAt] = useState<Place>();
  const progress = useUpload();
  const saving = useAction(async (_once, imageGallery: string[]) => {
    const stored = storedOf(await editProperty({ ...project, updatedAt }, { imageGallery }));
    setStored(stored);
    return stored;
  });
  const upload = useAction(async (once, files: File[]) => {
    const urls: string[] = [];
    const failed: RefusedFile[] = [];
    setRefused(failed);
    const sizeOf = (some: readonly File[]) => some.reduce((sum, { size }) => sum + size, 0);
    progress.begin(sizeOf(files));
    for (const [index, file] of files.entries()) {
      setAt({ done: index + 1, all: files.length });
      const watched = progress.watch(file, sizeOf(files.slice(0, index)));
      try {
        const sent = { query: { propertyId: project.id }, body: { files: [file] } };
        urls.push(...(await mortar.uploadImages({ ...sent, ...watched, ...(files.length === 1 ? once : {}) })));
      } catch (error) {
        failed.push({ name: file.name, error });
      }
    }
    setRefused(failed);
    return urls.length > 0 && saving.run([...images, ...urls]);
  });
  const add = async (files: File[]) => {
    if (files.length === 0) return;
    await upload.run(files);
    setAt(undefined);
    progress.end();
    reload();
  };
  const change = async (next: string[]) => {
    if (await saving.run(next)) reload();
  };
  return (
    <Section title={t.gallery} note={t.galleryNote}>
      <DropZone add={(files) => void add(files)} isRunning={upload.isRunning} at={at} sent={progress.sent} />
      <Refusal error={saving.error} />
      {refused.map(({ name, error }) => (
        <div key={name}>
          <p class="strong">{t.refusedFile(name)}</p>
          <Refusal error={error} />
        </div>
      ))}
      {images.length === 0 ? (
        <Empty title={t.noImages}>{t.noImagesText}</Empty>
      ) : (
        <Gallery images={images} isChanging={saving.isRunning} change={(next) => void change(next)} />
      )}
    </Section>
  );
}

/** A file that the service did not take; the others are kept. */
type RefusedFile = { name: string; error: unknown };

function storedOf({ imageGallery, updatedAt }: Pick<Project, 'imageGallery' | 'updatedAt'>) {
  return { images: imageGallery, updatedAt };
}

/** Which of how many files is sent. */
type Place = { done: number; all: number };

type DropZoneProps = { add: (files: File[]) => void; isRunning: boolean; at: Place | undefined; sent: Sent | undefined };

function DropZone({ add, isRunning, at, sent }: DropZoneProps) {
  const t = editWords.value;
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const [asked] = useParam('field');
  useEffect(() => {
    if (asked === 'imageGallery') button.current?.focus();
  }, [asked]);
  return (
    <fieldset
      class={`drop${isOver ? ' over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        add([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <legend class="out-of-sight">{t.gallery}</legend>
      <p>{t.drop}</p>
      <Button buttonRef={button} isRunning={isRunning} onClick={() => input.current?.click()}>
        {t.choose}
      </Button>
      <p class="hint" role="status">
        {at ? t.uploading(at.done, at.all) : t.imageHint}
      </p>
      <UploadProgress sent={sent} />
      <input
        ref={input}
        hidden
        type="file"
        accept="image/jpeg,image/png,image/webp"
        multiple
        aria-label={t.choose}
        onChange={(event) => {
          add([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </fieldset>
  );
}

type GalleryProps = { images: readonly string[]; isChanging: boolean; change: (next: string[]) => void };

function Gallery({ images, isChanging, change }: GalleryProps) {
  const t = editWords.value;
  const shownAt = useShownAt();
  const move = (from: number, to: number) => {
    const next = images.filter((_, index) => index !== from);
    const moved = images[from];
    if (moved !== undefined) change(next.toSpliced(to, 0, moved));
  };
  return (
    <ol class="gallery" aria-label={t.gallery}>
      {images.map((url, index) => (
        <li key={url}>
          {shownAt(url) ? (
            <img src={shownAt(url)} alt={t.imageAt(index + 1)} loading="lazy" />
          ) : (
            <a class="away" href={url} target="_blank" rel="noreferrer">
              {t.elsewhere}
            </a>
          )}
          <div class="gallery-foot">
            <Button
              look="quiet"
              disabled={isChanging || index === 0}
              title={t.earlier(index + 1)}
              onClick={() => move(index, index - 1)}
            >
              ←<span class="out-of-sight">{t.earlier(index + 1)}</span>
            </Button>
            <Button
              look="quiet"
              icon="close"
              iconOnly
              disabled={isChanging}
              onClick={() => change(images.filter((_, at) => at !== index))}
            >
              {t.removeImage(index + 1)}
            </Button>
            <Button
              look="quiet"
              disabled={isChanging || index === images.length - 1}
              title={t.later(index + 1)}
              onClick={() => move(index, index + 1)}
            >
              →<span class="out-of-sight">{t.later(index + 1)}</span>
            </Button>
          </div>
        </li>
      ))}
    </ol>
  );
}
