// A paper as a link that opens it in the page. Without script, and where the browser has no viewer, the link saves the file, or opens it.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useQuery } from '../../core/query.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Refusal, Skeleton } from '../../design/feedback.tsx';
import { Paper } from '../../design/paper.tsx';
import { designWords } from '../../design/words.ts';
import { readFile } from '../core/api.ts';

type PaperLinkProps = {
  href: string;
  /** Of the paper: the title over it. */
  name: string;
  /** Of the link, where `children` are too short to be read alone. */
  label?: string;
  isButton?: boolean;
  /** Of a file that anybody may read: without script it is opened, not saved. */
  isPublic?: boolean;
  children: ComponentChildren;
};

export function PaperLink({ href, name, label, isButton, isPublic, children }: PaperLinkProps) {
  const [isOpen, setOpen] = useState(false);
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !isShownHere(href)) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <a
        href={href}
        class={isButton ? 'button plain' : undefined}
        aria-label={label}
        onClick={open}
        {...(isPublic ? {} : { download: true })}
      >
        {children}
      </a>
      {isOpen && <PaperDialog href={href} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

/** A file of a bucket lies with others, of whom the policy of the pages lets nothing in. */
function isShownHere(href: string): boolean {
  return navigator.pdfViewerEnabled && new URL(href, location.origin).origin === location.origin;
}

function PaperDialog({ href, name, onClose }: { href: string; name: string; onClose: () => void }) {
  const { data, error, reload } = useQuery(['paper', href], (signal) => readFile(href, signal));
  const save = (
    <a class="button plain" href={href} download>
      {designWords.value.save}
    </a>
  );
  return (
    <Dialog title={name} onClose={onClose} foot={save} isWide>
      {data !== undefined ? (
        <Paper file={data} contentType={data.type} name={name} />
      ) : error ? (
        <Refusal error={error} retry={reload} />
      ) : (
        <Skeleton height="chart" />
      )}
    </Dialog>
  );
}
