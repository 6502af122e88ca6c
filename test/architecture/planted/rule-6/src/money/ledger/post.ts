export const post = (): void => {
  setTimeout(() => {}, 1); // planted
};
