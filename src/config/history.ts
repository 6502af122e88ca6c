// Where the head of each sealed day of the history is kept beside the database.

import { integer, subject, text, url } from './schema.ts';

export const history = subject(
  'Sealed history',
  'What was written each day is sealed by one hash, which is kept where nobody who can write the database can (docs/guides/sealed-history.md).',
  {
    HISTORY_MAIL_TO: text(undefined, 'Address that gets the hash of each day, best one outside the company. Absent: no mail.'),
    TIMESTAMP_URL: url(undefined, 'Time stamping authority (RFC 3161) that stamps the hash of each day. Absent: no stamp.'),
    TIMESTAMP_TIMEOUT_MS: integer(10_000, 'Time limit of one question to the time stamping authority.', {
      min: 100,
      max: 60_000,
    }),
  },
);
