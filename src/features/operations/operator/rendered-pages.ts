// The pages that the API renders itself: the explanation of an error code, and every mail with samples.

import { createHash } from 'node:crypto';
import { pagePolicy } from '../../../core/http/browser-security.ts';
import { escapeHtml } from '../../../core/http/html.ts';
import { renderMail, sampleMails, type TemplateName, templateNames } from '../../../providers/email/index.ts';
import texts from './error-texts.json' with { type: 'json' };

type ErrorText = (typeof texts)[number];

const ERROR_PAGE_CSS = `:root{color-scheme:light dark;--ink:light-dark(#23201c,#ece7df);--soft:light-dark(#6b6359,#a89f93);
--paper:light-dark(#fbf8f3,#1b1917);--card:light-dark(#fff,#262320);--line:light-dark(#e6dfd4,#3a3530);--link:light-dark(#a4461f,#f0a37f)}
body{margin:0 auto;max-width:820px;padding:16px 20px 50vh;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
header p{color:var(--soft)}a{color:var(--link)}code{font-size:.92em}
nav ul{columns:2;padding-left:18px;font-size:14px}
section{margin:14px 0;padding:12px 18px;background:var(--card);border:1px solid var(--line);border-radius:10px;scroll-margin-top:16px}
section:target{border:2px solid var(--link)}
h2{margin:0;font:600 16px/1.4 ui-monospace,monospace}h2 a{text-decoration:none}h2,nav li{overflow-wrap:anywhere}
section p{margin:6px 0}dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 14px;margin:8px 0 0}dt{color:var(--soft)}dd{margin:0}
@media(max-width:560px){nav ul{columns:1}dl{display:block}}`;

/** Allows the page its own style and nothing else. */
export const ERROR_PAGE_POLICY = pagePolicy({
  'style-src': `'sha256-${createHash('sha256').update(ERROR_PAGE_CSS).digest('base64')}'`,
});

/** The whole page; the id of a section is exactly its code. */
export function renderErrorPage(): string {
  const index = texts.map(({ code }) => `<li><a href="#${escapeHtml(code)}">${escapeHtml(code)}</a></li>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Error codes of Mortar</title><style>${ERROR_PAGE_CSS}</style></head><body>
<header><h1>Error codes of Mortar</h1><p>Every error names its <code>code</code>, and its <code>type</code> leads to the code's place on this page.
The status is decided by the route that answers. Send the <code>requestId</code> of the answer along when you ask us for help.</p></header>
<nav><details><summary>All ${texts.length} codes</summary><ul>${index.join('')}</ul></details></nav>
<main>${texts.map(section).join('\n')}</main></body></html>`;
}

function section({ code, meaning, cause, remedy }: ErrorText): string {
  const id = escapeHtml(code);
  return `<section id="${id}"><h2><a href="#${id}">${id}</a></h2><p>${marked(meaning)}</p>
<dl><dt>Cause</dt><dd>${marked(cause)}</dd><dt>What to do</dt><dd>${marked(remedy)}</dd></dl></section>`;
}

/** Shows text between backticks as code. */
function marked(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

/** The whole page. Mails are shown in frames that run no scripts. */
export function renderMailPreview(around: Parameters<typeof renderMail>[2]): string {
  const sections = templateNames.map((name) => {
    const { subject, html, text } = renderMail(name, sampleOf(name).data, around);
    return `<section id="${name}"><h2>${escapeHtml(subject)} <code>${name}</code></h2>
<div><iframe sandbox title="${name}" loading="lazy" srcdoc="${escapeHtml(html)}"></iframe><pre>${escapeHtml(text)}</pre></div></section>`;
  });
  const index = templateNames.map((name) => `<a href="#${name}">${name}</a>`).join(' ');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mails of Mortar</title><style>${MAILS_CSS}</style></head><body>
<header><h1>Mails of Mortar</h1><p>${templateNames.length} templates with sample data. <code>POST /dev/mails</code> sends one of each to the mailbox.</p><nav>${index}</nav></header>
<main>${sections.join('\n')}</main></body></html>`;
}

const MAILS_CSS = `:root{color-scheme:light}body{margin:0 auto;max-width:1200px;padding:0 20px;background:#fbf8f3;color:#23201c;font:15px/1.5 system-ui,sans-serif}
nav a{display:inline-block;margin:0 10px 4px 0;color:#b4532a}section{margin:24px 0;padding:12px 18px;background:#fff;border:1px solid #e6dfd4;border-radius:10px}
h2{font-size:17px}code{font-size:13px;color:#756d63}section div{display:grid;grid-template-columns:3fr 2fr;gap:16px}
iframe{width:100%;height:560px;border:1px solid #e6dfd4;border-radius:8px}pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;font-size:13px}
@media(max-width:800px){section div{grid-template-columns:1fr}}`;

const SAMPLE_WORDS = { firstName: 'Camille', propertyName: 'Les Acacias' };

/** Template and data, as the mailer needs them. */
export function sampleOf<Name extends TemplateName>(name: Name) {
  return { template: name, data: sampleMails(SAMPLE_WORDS)[name] };
}
