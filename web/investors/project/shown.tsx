// What administrators describe freely of a project: tables of facts, the place, films, documents.

import type { CataloguePropertyPage } from '../../../clients/typescript/src/index.ts';
import { count } from '../../core/format.ts';
import { Facts, Section } from '../parts/frame.tsx';
import { PaperLink } from '../parts/paper-link.tsx';
import { projectWords } from './words.ts';

/** A table of names and values; anything deeper is left to the documents. */
export function FreeFacts({ title, facts }: { title: string; facts: unknown }) {
  if (typeof facts !== 'object' || facts === null || Array.isArray(facts)) return null;
  const plain = Object.entries(facts).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'number') return [[name, Number.isInteger(value) ? count(value) : String(value)]];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  if (plain.length === 0) return null;
  return (
    <Section title={title}>
      <Facts facts={plain} />
    </Section>
  );
}

export function Location({ project: { address, localisationDescription } }: { project: CataloguePropertyPage }) {
  const town = [address?.postcode, address?.city].filter(Boolean).join(' ');
  const line = [address?.street, town, address?.country].filter(Boolean).join(', ');
  if (line === '' && !localisationDescription) return null;
  return (
    <Section title={projectWords.value.location}>
      {line !== '' && <p>{line}</p>}
      {localisationDescription && <p class="lines">{localisationDescription}</p>}
    </Section>
  );
}

/** Films lie with others: they are links, and nothing is loaded from there. */
export function Videos({ urls }: { urls: readonly string[] }) {
  const t = projectWords.value;
  if (urls.length === 0) return null;
  return (
    <Section title={t.videos}>
      <ul class="bullets">
        {urls.map((url, index) => (
          <li key={url}>
            <a href={url} rel="noreferrer">
              {t.video(index + 1)}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Documents({ documents }: { documents: CataloguePropertyPage['documents'] }) {
  const t = projectWords.value;
  return (
    <Section title={t.documents} id="documents">
      {documents.length === 0 ? (
        <p class="soft">{t.documentsNone}</p>
      ) : (
        <ul class="bullets">
          {documents.map(({ name, url }) => (
            <li key={url}>
              <PaperLink href={url} name={name} isPublic>
                {name}
              </PaperLink>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
