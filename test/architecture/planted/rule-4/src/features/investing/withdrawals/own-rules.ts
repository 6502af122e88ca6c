export function third(row: { process: number; crypto: number }, socket: WebSocket): unknown {
  const { process } = row;
  const crypto = row.crypto;
  return [process, crypto, socket];
}
