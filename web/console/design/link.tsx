// A link within the console; text where its page is not there, so that no link leads nowhere.

import type { ComponentChildren } from 'preact';
import { hasPage } from '../addresses.ts';

export function Link({ href, children, class: className }: { href: string; children: ComponentChildren; class?: string }) {
  if (!hasPage(href)) return <span class={className}>{children}</span>;
  return (
    <a href={href} class={className}>
      {children}
    </a>
  );
}
