export const stray = 1; // planted: rule-1
