// A photograph of a property, as large as the screen needs; a drawn wall of bricks where there is none.

import { narrow } from './amounts.ts';

type PictureProps = { url: string | undefined; name: string; isFirst?: boolean };

export function Picture({ url, name, isFirst }: PictureProps) {
  if (url === undefined) return <div class="picture none" role="img" aria-label={name} />;
  return (
    <img
      class="picture"
      src={narrow(url, 800)}
      srcset={`${narrow(url, 400)} 400w, ${narrow(url, 800)} 800w, ${narrow(url, 1600)} 1600w`}
      sizes="(min-width: 900px) 640px, 100vw"
      alt={name}
      width="960"
      height="640"
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
    />
  );
}
