interface Numbered {
  driverID: string | null
  runNumber: number
}

/**
 * Each driver's run number after a division: the one that most of their stops have now, else the lowest that no driver has.
 * @param drivers those who get stops
 * @param stops as they are now
 */
export function numbersAfter(drivers: readonly string[], stops: readonly Numbered[]): Map<string, number> {
  const counts = new Map<string, { driverID: string; runNumber: number; count: number }>()
  for (const { driverID, runNumber } of stops) {
    if (driverID === null || !drivers.includes(driverID)) continue
    const key = `${driverID} ${runNumber}`
    counts.set(key, { driverID, runNumber, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  const numbers = new Map<string, number>()
  const taken = new Set<number>()
  const give = (driverID: string, runNumber: number) => {
    numbers.set(driverID, runNumber)
    taken.add(runNumber)
  }
  const likely = [...counts.values()].sort((a, b) => b.count - a.count || a.runNumber - b.runNumber)
  for (const { driverID, runNumber } of likely)
    if (!numbers.has(driverID) && !taken.has(runNumber)) give(driverID, runNumber)
  for (const driverID of drivers) {
    if (numbers.has(driverID)) continue
    let free = 1
    while (taken.has(free)) free += 1
    give(driverID, free)
  }
  return numbers
}
