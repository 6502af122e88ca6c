// Content of a mail, independent of its layout: templates produce it, the layout renders it as HTML and text.

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

/** One mail. `data` amounts are cents; moments are instants or their ISO text, as a job row holds them. */
export type Template<Data> = (data: Data) => Content;

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
