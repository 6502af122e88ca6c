// Whose platform it is: what the investors' pages call it, its colours, its logo and its legal texts.

import { colour, subject, text, url } from './schema.ts';

export const platform = subject(
  'The face of the platform',
  "What the investors' pages call the platform, how they look, and where its legal texts stand.",
  {
    PLATFORM_NAME: text('Mortar', "Name of the platform on the investors' pages and in mails."),
    PLATFORM_ACCENT: colour(
      "Colour of what can be clicked on the investors' pages and in mails, such as `#b4492b`; white is legible on it. Absent: terracotta.",
    ),
    PLATFORM_ACCENT_DARK: colour(
      'The same on a dark screen, where black is legible on it. Absent: PLATFORM_ACCENT, made lighter.',
    ),
    PLATFORM_LOGO_FILE: text(
      undefined,
      'Path of an SVG file that stands for the platform on its pages. Absent: the bricks of Mortar.',
    ),
    PLATFORM_LEGAL_NOTICE: text(
      'Mortar, société de démonstration. Aucune offre réelle.',
      'Who runs the platform, in a sentence or two at the foot of every page: company, registration, address, licence.',
    ),
    PLATFORM_TERMS_URL: url(undefined, 'Address of the terms of use. Absent: the pages show none.'),
    PLATFORM_PRIVACY_URL: url(undefined, 'Address of the privacy policy. Absent: the pages show none.'),
  },
);
