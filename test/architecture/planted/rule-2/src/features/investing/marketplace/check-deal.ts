export const checkDeal = (): boolean => true;
