// Pages behind links of mails, and refusals that are pages: text and a form under the name and in the colours of the platform, no script, no
// external resource. A look changes nothing, as mailboxes follow links by themselves; the button does.

import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pagePolicy } from './browser-security.ts';
import { escapeHtml } from './html.ts';

/** Whose pages they are, by the settings of these names. */
export type Face = {
  PLATFORM_NAME: string;
  PLATFORM_ACCENT?: string | undefined;
  PLATFORM_ACCENT_DARK?: string | undefined;
};

/** `title` is text, `main` HTML; both in French, as the mail that leads to the page. */
export type PlainPage = { title: string; main: string };

declare module 'fastify' {
  interface FastifyInstance {
    /** What surrounds the pages that {@link sendPlainPage} sends. */
    plainFrame: { name: string; css: string; policy: string };
  }
}

/** As in mails. */
const TERRACOTTA = '#a4461f';

/** Of a colour for a light screen: light enough for a dark one. */
export function lighter(colour: string): string {
  return `color-mix(in oklab,${colour},white 45%)`;
}

/** Once a server. */
export function addPlainPages(app: FastifyInstance, { PLATFORM_NAME, PLATFORM_ACCENT, PLATFORM_ACCENT_DARK }: Face): void {
  const light = PLATFORM_ACCENT ?? TERRACOTTA;
  const css = cssOf(light, PLATFORM_ACCENT_DARK ?? lighter(light));
  // The page's own style and its own form: the hash is that of the style that is sent.
  const policy = pagePolicy({
    'style-src': `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
    'form-action': "'self'",
  });
  app.decorate('plainFrame', { name: escapeHtml(PLATFORM_NAME), css, policy });
}

/** With the policy that allows its style. Without a referrer a browser with a session would send the form from nowhere, which is refused. */
export function sendPlainPage(reply: FastifyReply, { title, main }: PlainPage): FastifyReply {
  const { name, css, policy } = reply.server.plainFrame;
  reply.headers({ 'content-security-policy': policy, 'referrer-policy': 'same-origin' });
  return reply.type('text/html; charset=utf-8').send(`<!doctype html><html lang="fr"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${name}</title><style>${css}</style></head><body><header>${name}</header><main>${main}</main></body></html>`);
}

function cssOf(light: string, dark: string): string {
  return `:root{color-scheme:light dark;--accent:light-dark(${light},${dark})}
body{margin:10vh auto 0;max-width:560px;padding:16px 20px;background:light-dark(#fbf8f3,#1b1917);color:light-dark(#23201c,#ece7df);font:17px/1.55 system-ui,sans-serif}
header{color:var(--accent);font-size:20px;font-weight:700;overflow-wrap:anywhere}
a{color:var(--accent)}
input{display:block;width:100%;box-sizing:border-box;margin-top:6px;padding:10px 12px;border:1px solid #8a8177;border-radius:10px;background:transparent;color:inherit;font:inherit}
button{margin-top:12px;padding:12px 20px;border:0;border-radius:10px;background:var(--accent);color:light-dark(#fff,#000);font:inherit;cursor:pointer}
p{overflow-wrap:anywhere}`;
}
