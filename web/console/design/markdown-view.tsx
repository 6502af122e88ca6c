// A note as its Markdown means it. Its headings stand below those of the page.

import { blocksOf, type Inline } from './markdown.ts';

export function Markdown({ text }: { text: string }) {
  return (
    <div class="markdown">
      {blocksOf(text).map((block, index) => {
        const key = `${index} ${block.kind}`;
        if (block.kind === 'heading')
          return (
            <h3 key={key}>
              <Inlines parts={block.parts} />
            </h3>
          );
        if (block.kind === 'paragraph')
          return (
            <p key={key}>
              <Inlines parts={block.parts} />
            </p>
          );
        const items = block.items.map((parts, at) => (
          <li key={`${at} ${parts.length}`}>
            <Inlines parts={parts} />
          </li>
        ));
        if (block.start === undefined) return <ul key={key}>{items}</ul>;
        return (
          <ol key={key} start={block.start}>
            {items}
          </ol>
        );
      })}
    </div>
  );
}

function Inlines({ parts }: { parts: readonly Inline[] }) {
  return (
    <>
      {parts.map((part, index) => {
        const key = `${index} ${part.kind}`;
        if (part.kind === 'link')
          return (
            <a key={key} href={part.href} target="_blank" rel="noopener noreferrer">
              {part.text}
            </a>
          );
        if (part.kind === 'strong') return <strong key={key}>{part.text}</strong>;
        if (part.kind === 'emphasis') return <em key={key}>{part.text}</em>;
        return part.kind === 'code' ? <code key={key}>{part.text}</code> : part.text;
      })}
    </>
  );
}
