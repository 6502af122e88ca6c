export interface DB {
  nobodys: Nobodys; // planted
  property: Property;
}
