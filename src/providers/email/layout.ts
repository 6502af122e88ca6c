// Content of a mail, and the layout that renders it: HTML with inline styles and tables, as mail clients support little else, and plain
// text.

export type Block =
  | { kind: 'paragraph'; text: string }
  /** A code to type in, alone on its line. */
  | { kind: 'code'; code: string }
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: 'note'; text: string }
  /** A note that ends in the address of the team, which the mailer fills in. */
  | { kind: 'contact'; text: string; address?: string }
  /** A button that opens a page; the text part shows its URL. A path is one of PAGES. */
  | { kind: 'link'; text: string; url: string };

export type Content = {
  subject: string;
  /** Line that mailboxes show beside the subject. */
  preview: string;
  title: string;
  /** Why it is sent to somebody who may have no account. */
  reason?: string;
  blocks: readonly Block[];
};

/** One mail. `data` amounts are cents; moments are instants or their ISO text, as a job row holds them. `platform` is its name. */
export type Template<Data> = (data: Data, platform: string) => Content;

/** "Bonjour Camille," or "Bonjour,". */
export function greeting(firstName: string | undefined): Block {
  const name = firstName?.trim();
  return { kind: 'paragraph', text: name ? `Bonjour ${name},` : 'Bonjour,' };
}

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
export const code = (digits: string): Block => ({ kind: 'code', code: digits });
export const link = (text: string, url: string): Block => ({ kind: 'link', text, url });
export const note = (text: string): Block => ({ kind: 'note', text });
/** `text` ends in a colon. */
export const contact = (text: string): Block => ({ kind: 'contact', text });

/** Two columns; a row without a value is left out. */
export function facts(...rows: readonly (readonly [label: string, value: string | null | undefined])[]): Block {
  return { kind: 'facts', rows: rows.flatMap(([label, value]) => (value ? [[label, value] as const] : [])) };
}

/** What surrounds the content: name and colour of the platform, address of the team, and where somebody may turn such mails off. */
export type Frame = {
  platform: { name: string; accent?: string | undefined };
  contact: string;
  unsubscribeUrl?: string | undefined;
};

const UNSUBSCRIBE = 'Ne plus recevoir ces messages';
const WARNING = 'Nous ne vous demanderons jamais un code par téléphone.';

const QUESTION = 'Une question ?';

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const INK = '#2b2622';
const MUTED = '#7a6f66';
const TERRACOTTA = '#b5482a';

/** The content as a whole HTML page. */
export function renderHtml(content: Content, { platform, contact, unsubscribeUrl }: Frame): string {
  const accent = platform.accent ?? TERRACOTTA;
  const ending =
    unsubscribeUrl === undefined ? '' : html`<br><a href="${unsubscribeUrl}" style="color:${MUTED}">${UNSUBSCRIBE}</a>`;
  const page = html`<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${content.subject}</title>
</head>
<body style="margin:0;padding:0;background:#f4f1ec">
<div style="display:none;max-height:0;overflow:hidden">${content.preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f1ec">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 4px 16px;${FONT};font-size:20px;font-weight:700;color:${accent}">${platform.name}</td></tr>
<tr><td style="background:#ffffff;border:1px solid #e5ddd3;border-radius:12px;padding:32px;${FONT};color:${INK}">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;color:${INK}">${content.title}</h1>
${content.blocks.map((block) => blockHtml(block, accent))}
</td></tr>
<tr><td style="padding:16px 4px;${FONT};font-size:12px;line-height:1.5;color:${MUTED}">${content.reason ?? reasonOf(platform.name)} ${WARNING}<br>${QUESTION} ${mailto(contact, MUTED)}${ending}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
  return page.markup;
}

function reasonOf(platform: string): string {
  return `Vous recevez ce message parce que vous avez un compte ${platform}.`;
}

function blockHtml(block: Block, accent: string): Html {
  switch (block.kind) {
    case 'paragraph':
      return html`<p style="margin:0 0 16px;font-size:16px;line-height:1.5">${block.text}</p>\n`;
    case 'note':
      return html`<p style="margin:0 0 16px;font-size:14px;line-height:1.5;color:${MUTED}">${block.text}</p>\n`;
    case 'contact':
      return html`<p style="margin:0 0 16px;font-size:14px;line-height:1.5;color:${MUTED}">${block.text} ${mailto(block.address ?? '', accent)}</p>\n`;
    case 'code':
      return html`<p style="margin:24px 0;padding:16px;background:#f4f1ec;border-radius:8px;text-align:center;font-size:32px;font-weight:700;letter-spacing:8px;color:${accent}">${block.code}</p>\n`;
    case 'link':
      return html`<p style="margin:24px 0;text-align:center"><a href="${block.url}" style="display:inline-block;padding:12px 24px;background:${accent};border-radius:8px;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${block.text}</a><br><span style="font-size:12px;color:${MUTED}">${block.url}</span></p>\n`;
    case 'facts':
      return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-top:1px solid #e5ddd3">${block.rows.map(factHtml)}</table>\n`;
  }
}

function mailto(address: string, color: string): Html {
  return html`<a href="mailto:${address}" style="color:${color}">${address}</a>`;
}

function factHtml([label, value]: readonly [string, string]): Html {
  const cell = 'padding:10px 0;border-bottom:1px solid #e5ddd3;font-size:15px;line-height:1.4';
  return html`<tr><td style="${cell};padding-right:12px;white-space:nowrap;color:${MUTED}">${label}</td><td align="right" style="${cell};font-weight:600">${value}</td></tr>`;
}

/** The same content as plain text. */
export function renderText(content: Content, { platform, contact, unsubscribeUrl }: Frame): string {
  const ending = unsubscribeUrl === undefined ? '' : `\n${UNSUBSCRIBE} : ${unsubscribeUrl}`;
  return [
    content.title,
    ...content.blocks.map(blockText),
    `--\n${platform.name}\n${content.reason ?? reasonOf(platform.name)} ${WARNING}\n${QUESTION} ${contact}${ending}`,
  ]
    .join('\n\n')
    .concat('\n');
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return block.text;
    case 'contact':
      return `${block.text} ${block.address}`;
    case 'code':
      return `    ${block.code}`;
    case 'link':
      return `${block.text} : ${block.url}`;
    case 'facts':
      return block.rows.map(([label, value]) => `${label} : ${value}`).join('\n');
  }
}

const made = new WeakSet<Html>();

export type Html = { readonly markup: string };

/** Builds a piece of HTML; values are escaped, pieces and lists of pieces are inserted as they are. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | readonly Html[])[]): Html {
  const markup = parts.map((part, index) => part + insert(values[index])).join('');
  const piece: Html = { markup };
  // Only objects made here count as HTML: an object in the data of a mail with the same shape is escaped.
  made.add(piece);
  return piece;
}

/** Markup of a value; nothing after the last part of the template, which no value follows. */
function insert(value: string | Html | readonly Html[] | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return escapeText(value);
  if (isList(value)) return value.map(insert).join('');
  return made.has(value) ? value.markup : escapeText(String(value));
}

/** Array.isArray does not narrow a readonly array. */
function isList(value: Html | readonly Html[]): value is readonly Html[] {
  return Array.isArray(value);
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
