// The document around a page: its head with previews for links, and what the script needs to go on.

import type { Language } from '../core/language.ts';
import type { Theme } from '../core/theme.ts';
import type { Head } from './core/page.ts';
import type { Start } from './core/start.ts';

export type Files = { script: string; styles: readonly string[]; icon: string; preloads: readonly string[] };

type Parts = {
  body: string;
  start: Start;
  head: Head;
  path: string;
  language: Language;
  theme: Theme;
  files: Files;
};

export function documentOf({ body, start, head, path, language, theme, files }: Parts): string {
  const { name, address } = start.platform;
  const canonical = `${address}${path === '/' ? '' : path}`;
  const named = (names: Record<string, string | undefined>, kind: string) =>
    Object.entries(names).flatMap(([key, value]) =>
      value === undefined ? [] : [`<meta ${kind}="${key}" content="${escaped(value)}">`],
    );
  return `<!doctype html>
<html lang="${language}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(head.title)}</title>
${[
  ...named({ description: head.description, ...(head.isHidden ? { robots: 'noindex' } : {}) }, 'name'),
  ...named(
    {
      'og:title': head.title,
      'og:description': head.description,
      'og:type': 'website',
      'og:site_name': name,
      'og:url': canonical,
      'og:image': head.image,
      'og:locale': language === 'fr' ? 'fr_FR' : 'en_GB',
    },
    'property',
  ),
  ...named({ 'twitter:card': head.image === undefined ? 'summary' : 'summary_large_image' }, 'name'),
].join('\n')}
<link rel="canonical" href="${escaped(canonical)}">
<link rel="icon" href="${escaped(files.icon)}" type="image/svg+xml">
${files.styles.map((style) => `<link rel="stylesheet" href="${escaped(style)}">`).join('\n')}
${files.preloads.map((preload) => `<link rel="modulepreload" href="${escaped(preload)}">`).join('\n')}
<script type="module" src="${escaped(files.script)}"></script>
</head>
<body><div id="app">${body}</div>
<script type="application/json" id="start">${JSON.stringify(start).replaceAll('<', '\\u003c')}</script>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
