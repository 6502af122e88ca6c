// The active news, block by block, as an administrator wrote it.

import type { HomeNews, HomeNewsBlock } from '../../../clients/typescript/src/index.ts';

export function News({ news: { content } }: { news: HomeNews }) {
  return (
    <div class="card news">
      {content.blocks.map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </div>
  );
}

function Block({ block }: { block: HomeNewsBlock }) {
  switch (block.type) {
    case 'heading':
      return <h3>{block.text}</h3>;
    case 'text':
      return <p class="lines">{block.text}</p>;
    case 'image':
      return <img class="picture" src={block.url} alt={block.alternativeText} loading="lazy" />;
    case 'link':
      return (
        <p>
          <a href={block.url}>{block.text}</a>
        </p>
      );
  }
}
