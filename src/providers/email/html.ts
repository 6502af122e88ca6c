// HTML as a tagged template: every inserted text is escaped, unless it is HTML made by this same tag.

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
