// Pages behind links of mails: text and a form, no script, no external resource. A look changes nothing, as mailboxes follow links by
// themselves; the button does.

import { createHash } from 'node:crypto';
import { pagePolicy } from './browser-security.ts';

const CSS = `:root{color-scheme:light dark}
body{margin:12vh auto 0;max-width:560px;padding:16px 20px;background:light-dark(#fbf8f3,#1b1917);color:light-dark(#23201c,#ece7df);font:17px/1.55 system-ui,sans-serif}
input{display:block;width:100%;box-sizing:border-box;margin-top:6px;padding:10px 12px;border:1px solid #8a8177;border-radius:10px;background:transparent;color:inherit;font:inherit}
button{margin-top:12px;padding:12px 20px;border:0;border-radius:10px;background:#a4461f;color:#fff;font:inherit;cursor:pointer}
p{overflow-wrap:anywhere}`;

/** Allows the page its own style and its own form. */
export const PLAIN_PAGE_POLICY = pagePolicy({
  'style-src': `'sha256-${createHash('sha256').update(CSS).digest('base64')}'`,
  'form-action': "'self'",
});

/** The page in French, as the mail that leads to it; `main` is HTML. */
export function plainPage({ title, main }: { title: string; main: string }): string {
  return `<!doctype html><html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${CSS}</style></head><body><main>${main}</main></body></html>`;
}
