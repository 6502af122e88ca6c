// A news as its readers see it. Pictures that lie elsewhere are named: the console loads none from other sites.

import type { HomeNewsBlock } from '../../../clients/typescript/src/index.ts';

export function NewsPreview({ blocks }: { blocks: readonly HomeNewsBlock[] }) {
  return (
    <div class="news-preview">
      {blocks.map((block, index) => (
        <Block key={`${index} ${block.type}`} block={block} />
      ))}
    </div>
  );
}

function Block({ block }: { block: HomeNewsBlock }) {
  switch (block.type) {
    case 'heading':
      return <p class="news-heading">{block.text}</p>;
    case 'text':
      return <p class="news-text">{block.text}</p>;
    case 'link':
      return (
        <a href={block.url} target="_blank" rel="noopener noreferrer">
          {block.text}
        </a>
      );
    case 'image':
      return block.url.startsWith(`${location.origin}/`) ? (
        <img src={block.url} alt={block.alternativeText} />
      ) : (
        <p class="news-image soft">
          {block.alternativeText} <code class="small">{block.url}</code>
        </p>
      );
  }
}
