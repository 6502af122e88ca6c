// The pictures of a project, side by side in a row that is swiped; without script it scrolls as well.

import { Picture } from '../parts/picture.tsx';
import { projectWords } from './words.ts';

export function Gallery({ pictures, name }: { pictures: readonly string[]; name: string }) {
  const t = projectWords.value;
  if (pictures.length === 0) return <Picture url={undefined} name={name} />;
  return (
    <section class="gallery" aria-label={t.gallery}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard (WCAG 2.1.1) */}
      <ul tabIndex={0} aria-label={t.gallery}>
        {pictures.map((url, index) => (
          <li key={url}>
            <Picture url={url} name={t.photo(index + 1, pictures.length, name)} isFirst={index === 0} />
          </li>
        ))}
      </ul>
    </section>
  );
}
