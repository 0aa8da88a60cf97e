/** A driver's own order of stops, which the phone keeps beside the office's (domain.md 18). */

interface Ordered {
  assignmentID: string
}

/**
 * A stop that the driver has not placed follows its predecessor in the office's order.
 * @param office in the office's order
 * @param ownOrder assignmentIDs; empty: the office's order
 */
export function inOwnOrder<Stop extends Ordered>(office: readonly Stop[], ownOrder: readonly string[]): Stop[] {
  if (ownOrder.length === 0) return [...office]
  const byID = new Map(office.map((stop) => [stop.assignmentID, stop]))
  const shown = [...new Set(ownOrder)].flatMap((id) => byID.get(id) ?? [])
  const placed = new Set(shown.map((stop) => stop.assignmentID))
  for (const [index, stop] of office.entries()) {
    if (placed.has(stop.assignmentID)) continue
    const before = office[index - 1]
    shown.splice(before ? shown.indexOf(before) + 1 : 0, 0, stop)
    placed.add(stop.assignmentID)
  }
  return shown
}
