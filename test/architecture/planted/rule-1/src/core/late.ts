export async function late(): Promise<unknown> {
  return await import('../money/ledger/index.ts'); // planted: rule-1-core-knows-nobody
}
