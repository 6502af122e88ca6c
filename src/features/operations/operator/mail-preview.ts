// Every mail as a page, with samples of our own and never of an investor, outside production only (A-emails-5).

import { renderMail, sampleMails, type TemplateName, templateNames } from '../../../providers/email/index.ts';
import { escapeHtml } from './render-error-page.ts';

/** The whole page. Mails are shown in frames that run no scripts. */
export function renderMailPreview(around: { frontUrl: string; contact: string }): string {
  const sections = templateNames.map((name) => {
    const { subject, html, text } = renderMail(name, sampleOf(name).data, around);
    return `<section id="${name}"><h2>${escapeHtml(subject)} <code>${name}</code></h2>
<div><iframe sandbox title="${name}" loading="lazy" srcdoc="${escapeHtml(html)}"></iframe><pre>${escapeHtml(text)}</pre></div></section>`;
  });
  const index = templateNames.map((name) => `<a href="#${name}">${name}</a>`).join(' ');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mails of Mortar</title><style>${CSS}</style></head><body>
<header><h1>Mails of Mortar</h1><p>${templateNames.length} templates with sample data. <code>POST /dev/mails</code> sends one of each to the mailbox.</p><nav>${index}</nav></header>
<main>${sections.join('\n')}</main></body></html>`;
}

const CSS = `:root{color-scheme:light}body{margin:0 auto;max-width:1200px;padding:0 20px;background:#fbf8f3;color:#23201c;font:15px/1.5 system-ui,sans-serif}
nav a{display:inline-block;margin:0 10px 4px 0;color:#b4532a}section{margin:24px 0;padding:12px 18px;background:#fff;border:1px solid #e6dfd4;border-radius:10px}
h2{font-size:17px}code{font-size:13px;color:#756d63}section div{display:grid;grid-template-columns:3fr 2fr;gap:16px}
iframe{width:100%;height:560px;border:1px solid #e6dfd4;border-radius:8px}pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;font-size:13px}
@media(max-width:800px){section div{grid-template-columns:1fr}}`;

const SAMPLE_WORDS = { firstName: 'Camille', propertyName: 'Les Acacias' };

/** Template and data, as the mailer needs them. */
export function sampleOf<Name extends TemplateName>(name: Name) {
  return { template: name, data: sampleMails(SAMPLE_WORDS)[name] };
}
