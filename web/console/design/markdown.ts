// The Markdown that a note is written in, as far as notes need it: headings, lists, paragraphs; strong, emphasis, code and links by https.

export type Inline =
  | { kind: 'text' | 'strong' | 'emphasis' | 'code'; text: string }
  | { kind: 'link'; text: string; href: string };
export type Block =
  | { kind: 'heading'; parts: Inline[] }
  | { kind: 'paragraph'; parts: Inline[] }
  /** `start` is the number of its first item; undefined for one without numbers. */
  | { kind: 'list'; start: number | undefined; items: Inline[][] };

// A link holds no bracket that opens one, and the rest of a line is whatever stands there: each character is looked at a few times at most.
const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[([^[\]]+)\]\((https:\/\/[^\s)[]+)\)/g;
const HEADING = /^#{1,6}\s+(.*)$/s;
const ITEM = /^\s*(?:[-*]|(\d{1,9})[.)])\s+(.*)$/s;

/** What is none of these stays text as it was typed, HTML too. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  const endParagraph = () => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', parts: inlinesOf(lines.join('\n')) });
    lines = [];
  };
  for (const line of markdown.split(/\r?\n/)) {
    const [, heading] = HEADING.exec(line) ?? [];
    const item = ITEM.exec(line);
    if (heading === undefined && !item && line.trim() !== '') {
      lines.push(line);
      continue;
    }
    endParagraph();
    if (heading !== undefined) blocks.push({ kind: 'heading', parts: inlinesOf(heading) });
    else if (item) addItem(blocks, item[1] === undefined ? undefined : Number(item[1]), inlinesOf(item[2] ?? ''));
    else blocks.push({ kind: 'paragraph', parts: [] });
  }
  endParagraph();
  // An empty line only ends what is above it.
  return blocks.filter((block) => block.kind === 'list' || block.parts.length > 0);
}

function addItem(blocks: Block[], start: number | undefined, item: Inline[]): void {
  const last = blocks.at(-1);
  if (last?.kind === 'list' && (last.start === undefined) === (start === undefined)) last.items.push(item);
  else blocks.push({ kind: 'list', start, items: [item] });
}

function inlinesOf(text: string): Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  for (const found of text.matchAll(INLINE)) {
    const [whole, strong, emphasis, code, name, href] = found;
    if (found.index > from) parts.push({ kind: 'text', text: text.slice(from, found.index) });
    if (name !== undefined && href !== undefined) parts.push({ kind: 'link', text: name, href });
    else if (strong !== undefined) parts.push({ kind: 'strong', text: strong });
    else if (emphasis !== undefined) parts.push({ kind: 'emphasis', text: emphasis });
    else parts.push({ kind: 'code', text: code ?? whole });
    from = found.index + whole.length;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}
