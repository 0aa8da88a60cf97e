/** When in the day the phone and the server are killed, by the number of the current stop. */
export interface KillSchedule {
  device: { midTap: Set<number>; midPhoto: Set<number>; midUpload: Set<number>; anywhere: Set<number> }
  server: { midCommit: Set<number>; midUpload: Set<number>; anywhere: Set<number> }
}

/** One kill of each kind for every so many stops, at least one; the moments are random. */
export function killScheduleOf(stops: number, dice: () => number): KillSchedule {
  const some = (every: number) => {
    const count = Math.max(1, Math.round(stops / every))
    // Spread over the day, none at its very end: a planned kill needs a request to happen.
    return new Set(Array.from({ length: count }, (_, at) => Math.floor(((at + dice() * 0.8) / count) * stops * 0.9)))
  }
  return {
    device: { midTap: some(30), midPhoto: some(30), midUpload: some(30), anywhere: some(50) },
    server: { midCommit: some(40), midUpload: some(60), anywhere: some(75) },
  }
}
