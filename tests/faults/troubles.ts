/** Where in the day the phone and the server die, by the number of the stop at hand. */
export interface Troubles {
  phone: { midTap: Set<number>; midPhoto: Set<number>; midUpload: Set<number>; anywhere: Set<number> }
  server: { midCommit: Set<number>; midUpload: Set<number>; anywhere: Set<number> }
}

/** One of each for every so many stops, at least one; the moments fall as the dice do. */
export function troublesOf(stops: number, dice: () => number): Troubles {
  const some = (every: number) => {
    const count = Math.max(1, Math.round(stops / every))
    // Spread over the day, none at its very end: what is armed needs a request to go off.
    return new Set(Array.from({ length: count }, (_, at) => Math.floor(((at + dice() * 0.8) / count) * stops * 0.9)))
  }
  return {
    phone: { midTap: some(30), midPhoto: some(30), midUpload: some(30), anywhere: some(50) },
    server: { midCommit: some(40), midUpload: some(60), anywhere: some(75) },
  }
}
