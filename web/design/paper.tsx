// A file shown in the page: a picture, or a PDF in the viewer of the browser.

import { useEffect, useState } from 'preact/hooks';
import { Notice } from './feedback.tsx';
import { designWords } from './words.ts';

const PDF = 'application/pdf';

/**
 * `contentType` is what the service found in the file. A PDF gets an address that only this page knows, under that type and no other, in a
 * frame of its own: the policy of the pages lets nothing else into one. Where the browser has no viewer, it says so.
 */
export function Paper({ file, contentType, name }: { file: Blob; contentType: string; name: string }) {
  const isPicture = contentType.startsWith('image/');
  const isShown = isPicture || (contentType === PDF && navigator.pdfViewerEnabled);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!isShown) return undefined;
    const made = URL.createObjectURL(isPicture ? file : new Blob([file], { type: PDF }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file, isShown, isPicture]);
  if (!isShown) return <Notice>{designWords.value.notShownHere}</Notice>;
  if (url === undefined) return null;
  return isPicture ? <img class="scan" src={url} alt={name} /> : <iframe class="paper" src={url} title={name} />;
}
