export function serve(): void {
  setTimeout(() => {}, 1);
}
