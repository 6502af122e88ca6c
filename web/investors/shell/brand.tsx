// The brand: the logo of the settings, else the bricks, and the name of the platform.

import { platform } from '../core/platform.ts';

export function Brand() {
  const { name, hasLogo } = platform.value;
  return (
    <a class="brand" href="/">
      {hasLogo ? <img class="brand-mark" src="/assets/logo.svg" alt="" width="28" height="28" /> : <Bricks />}
      <span>{name}</span>
    </a>
  );
}

function Bricks() {
  return (
    <svg class="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect class="brand-wall" width="32" height="32" rx="7" />
      <path d="M6 8h9v4.500H6zm11 0h9v4.500h-9zM6 14h4v4.500H6zm6 0h9v4.500h-9zm11 0h3v4.500h-3zM6 20h9v4.500H6zm11 0h9v4.500h-9z" />
    </svg>
  );
}
