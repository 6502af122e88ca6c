// Which pages are there, for links to those that an installation may lack. places.ts says it: pages cannot ask the table that lists them.

export const built: { has: (path: string) => boolean } = { has: () => false };
