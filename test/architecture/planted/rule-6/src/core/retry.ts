export const later = (): unknown => setTimeout(() => {}, 1); // planted
export const quiet = (work: () => Promise<void>): void => {
  void work();
};
