/**
 * Whether a customer or driver is one of those whom a depot, or the whole firm (null), works with. A run of the firm
 * collects everybody's customers; a run of a depot only its own.
 */
export function isOfDepot(depotID: string | null, itsDepotID: string | null): boolean {
  return depotID === null || depotID === itsDepotID
}

/**
 * What an operation does for a user of the office who belongs to one depot:
 * - `firm`: it is about the whole firm, and is refused
 * - `list`: its `depotID` filters what it reads or makes, and is always their own
 * - `records`: every record that it names has to be their depot's; another one does not exist for them
 * - `any`: it is about no depot
 */
export type DepotReach = 'firm' | 'list' | 'records' | 'any'
