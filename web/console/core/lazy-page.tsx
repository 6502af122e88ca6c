// A page, or a part of one, that is loaded when it is first opened; one that did not load says so, and is loaded again with the document.

import type { ComponentType } from 'preact';
import lazy from 'preact-iso/lazy';
import { Button } from '../../design/button.tsx';
import { Notice } from '../../design/feedback.tsx';
import { shellWords } from '../shell/words.ts';

export function lazyPage<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  return lazy(() => load().catch(() => ({ default: NotLoaded })));
}

/** Browsers do not ask again for a script that failed, and after an installation it is gone: only the document knows where it is now. */
function NotLoaded() {
  const t = shellWords.value;
  return (
    <div class="page">
      <h1>{t.pageFailed}</h1>
      <Notice tone="warn" isLive>
        <p>{t.pageFailedText}</p>
        <p>
          <Button needs={null} onClick={() => location.reload()}>
            {t.loadAgain}
          </Button>
        </p>
      </Notice>
    </div>
  );
}
