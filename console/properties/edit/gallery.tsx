// The gallery of a property: images are dropped or chosen, sent one after another, moved and removed.

import { useEffect, useRef, useState } from 'preact/hooks';
import { useAction } from '../../core/action.ts';
import { useParam } from '../../core/address.ts';
import { mortar } from '../../core/api.ts';
import { useQuery } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { Empty, Refusal } from '../../design/feedback.tsx';
import { Section } from '../../design/page.tsx';
import type { TabProps } from '../project.ts';
import { editWords } from './words.ts';

export function GallerySection({ project, reload }: TabProps) {
  const t = editWords.value;
  const path = { propertyId: project.id };
  const [images, setImages] = useState<readonly string[]>(project.imageGallery);
  const [sent, setSent] = useState<{ done: number; all: number }>();
  const saving = useAction(async (_once, imageGallery: string[]) => {
    const { imageGallery: stored } = await mortar.editProperty({ path, body: { imageGallery } });
    setImages(stored);
    return stored;
  });
  const upload = useAction(async (once, files: File[]) => {
    const urls: string[] = [];
    for (const [index, file] of files.entries()) {
      setSent({ done: index, all: files.length });
      urls.push(...(await mortar.uploadImages({ body: { files: [file] }, ...(files.length === 1 ? once : {}) })));
    }
    await saving.run([...images, ...urls]);
    return urls;
  });
  const add = async (files: File[]) => {
    if (files.length === 0) return;
    await upload.run(files);
    setSent(undefined);
    reload();
  };
  const change = async (next: string[]) => {
    if (await saving.run(next)) reload();
  };
  return (
    <Section title={t.gallery} note={t.galleryNote}>
      <DropZone add={(files) => void add(files)} isRunning={upload.isRunning} sent={sent} />
      <Refusal error={upload.error ?? saving.error} />
      {images.length === 0 ? (
        <Empty title={t.noImages}>{t.noImagesText}</Empty>
      ) : (
        <Gallery images={images} change={(next) => void change(next)} />
      )}
    </Section>
  );
}

type DropZoneProps = { add: (files: File[]) => void; isRunning: boolean; sent: { done: number; all: number } | undefined };

function DropZone({ add, isRunning, sent }: DropZoneProps) {
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
        {sent ? t.uploading(sent.done, sent.all) : t.imageHint}
      </p>
      <progress value={sent?.done ?? 0} max={sent?.all ?? 1} aria-label={t.gallery} class={sent ? undefined : 'idle'} />
      <input
        ref={input}
        class="out-of-sight"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        multiple
        tabIndex={-1}
        aria-label={t.choose}
        onChange={(event) => {
          add([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </fieldset>
  );
}

function Gallery({ images, change }: { images: readonly string[]; change: (next: string[]) => void }) {
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
            <Button look="quiet" disabled={index === 0} title={t.earlier(index + 1)} onClick={() => move(index, index - 1)}>
              ←<span class="out-of-sight">{t.earlier(index + 1)}</span>
            </Button>
            <Button look="quiet" icon="close" iconOnly onClick={() => change(images.filter((_, at) => at !== index))}>
              {t.removeImage(index + 1)}
            </Button>
            <Button
              look="quiet"
              disabled={index === images.length - 1}
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

/**
 * Where the browser may get an image: the console's own policy names the storages, files of this service have an address here, and
 * anything else is undefined.
 */
function useShownAt(): (url: string) => string | undefined {
  const policy = useQuery(['policy'], async (signal) => {
    const { headers } = await fetch(location.pathname, { method: 'HEAD', signal });
    const [, sources = ''] = /img-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '') ?? [];
    return sources.split(' ').filter((source) => source.startsWith('http'));
  });
  return (url) => {
    const { origin, pathname } = new URL(url, location.origin);
    if (origin === location.origin || policy.data?.some((start) => url.startsWith(start))) return url;
    return policy.data?.length === 0 && pathname.startsWith('/files/public/') ? pathname : undefined;
  };
}
