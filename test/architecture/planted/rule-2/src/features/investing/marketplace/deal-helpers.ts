export const nothing = 1; // planted
