export type Reservation = { brickIds: string[] }; // planted
