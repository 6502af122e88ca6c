// Which answer of an operation is that of the request as it is meant, where others are of a dry run or of a request that waits.

/** Its status: 201 where there is one, else its only success. */
export function ownSuccess(responses: Readonly<Record<string, unknown>>): string | undefined {
  const successes = Object.keys(responses).filter((status) => status.startsWith('2'));
  return successes.find((status) => status === '201') ?? successes[0];
}
