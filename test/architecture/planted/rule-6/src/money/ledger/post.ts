export const post = (): void => {
  setTimeout(() => {}, 1); // planted
};
export const start = (work: () => Promise<void>): void => {
  void work(); // planted
};
