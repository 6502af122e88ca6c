// How far an upload is, in bytes. Its place is kept while there is none, so that nothing jumps.

import { useState } from 'preact/hooks';
import { bytes } from '../../core/format.ts';
import type { Sent } from '../../core/upload.ts';
import { designWords } from '../../design/words.ts';
import { uploading } from '../core/api.ts';

export type Upload = {
  sent: Sent | undefined;
  /** Begins one of so many bytes in all. */
  begin: (allBytes: number) => void;
  /** To be spread into the call that sends this file; those before it count as sent. */
  watch: (file: File, sentBefore: number) => ReturnType<typeof uploading>;
  end: () => void;
};

/** What {@link UploadProgress} shows, of one upload of one or more files. */
export function useUpload(): Upload {
  const [sent, setSent] = useState<Sent>();
  return {
    sent,
    begin: (allBytes) => setSent({ sentBytes: 0, allBytes }),
    watch: (file, sentBefore) =>
      // A body has a little more than its file: what counts is the share of it that has left.
      uploading(({ sentBytes, allBytes }) => {
        const ofFile = Math.round((sentBytes / Math.max(1, allBytes)) * file.size);
        setSent((now) => now && { ...now, sentBytes: Math.max(now.sentBytes, sentBefore + ofFile) });
      }),
    end: () => setSent(undefined),
  };
}

export function UploadProgress({ sent }: { sent: Sent | undefined }) {
  const t = designWords.value;
  return (
    <div class={`upload${sent ? '' : ' idle'}`}>
      <progress value={sent?.sentBytes ?? 0} max={Math.max(1, sent?.allBytes ?? 1)} aria-label={t.uploading} />
      <span class="soft small">
        {sent === undefined
          ? '\u00a0'
          : sent.sentBytes < sent.allBytes
            ? t.sentOf(bytes(sent.sentBytes), bytes(sent.allBytes))
            : t.sentWhole(bytes(sent.allBytes))}
      </span>
    </div>
  );
}
