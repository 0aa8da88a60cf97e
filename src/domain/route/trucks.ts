/** What a truck may carry and how long its day may be; Infinity: any. */
export interface TruckLimits {
  /** Bags. */
  capacity: number
  /** Seconds. */
  longestDay: number
}

export interface TrucksQuestion {
  /** Stops are the nodes from 0, then come each truck's start and end. */
  stops: number
  /** size × size seconds, size being stops + 2 × trucks. */
  seconds: Float64Array
  service: Float64Array
  bags: Float64Array
  trucks: readonly TruckLimits[]
  /** How much unequal days cost beside driving; 0: nothing. */
  evenness: number
}

export type Trucks = ReturnType<typeof trucksOf>

/** Rounds of several trucks as linked lists of stops, with what they cost, and changes that can be taken back. */
export function trucksOf({ stops, seconds, service, bags, trucks, evenness }: TrucksQuestion) {
  const size = stops + 2 * trucks.length
  const next = new Int32Array(size)
  const before = new Int32Array(size)
  /** By stop; -1: in none. */
  const truckOf = new Int32Array(stops).fill(-1)
  const driven = new Float64Array(trucks.length)
  const served = new Float64Array(trucks.length)
  const carried = new Float64Array(trucks.length)
  const counts = new Int32Array(trucks.length)
  const startOf = (truck: number) => stops + 2 * truck
  for (let truck = 0; truck < trucks.length; truck += 1) {
    next[startOf(truck)] = startOf(truck) + 1
    before[startOf(truck) + 1] = startOf(truck)
  }
  const all = service.reduce((sum, one) => sum + one, 0)
  const unevenness = evenness / (2 * Math.max(1, all / trucks.length))
  /** The sum of all days, in an array of one number. */
  const days = new Float64Array(1)
  /** A bag or second too much costs more than any detour. */
  const tooMuch = 100 * seconds.reduce((longest, one) => Math.max(longest, one), 1)

  /** What is taken off the squares of all days, so that only their differences from the mean cost something. */
  const evenWith = (more: number) => (unevenness * (days[0]! + more) ** 2) / trucks.length

  function costWith(truck: number, moreDriven: number, moreServed: number, moreCarried: number): number {
    const { capacity, longestDay } = trucks[truck]!
    const drive = driven[truck]! + moreDriven
    const day = drive + served[truck]! + moreServed
    let cost = drive + unevenness * day * day
    if (day > longestDay) cost += tooMuch * (day - longestDay)
    const load = carried[truck]! + moreCarried
    if (load > capacity) cost += tooMuch * (load - capacity)
    return cost
  }
  const costOf = (truck: number) => costWith(truck, 0, 0, 0)

  const log: number[] = []
  function link(stop: number, truck: number, from: number, to: number): void {
    next[from] = stop
    before[stop] = from
    next[stop] = to
    before[to] = stop
    truckOf[stop] = truck
  }
  function count(stop: number, truck: number, from: number, to: number, sign: 1 | -1): void {
    const detour =
      seconds[from * size + stop]! +
      seconds[stop * size + to]! -
      (to === from + 1 && from >= stops ? 0 : seconds[from * size + to]!)
    counts[truck]! += sign
    // An empty truck has exactly nothing.
    const isEmpty = counts[truck] === 0
    days[0]! -= driven[truck]! + served[truck]!
    driven[truck] = isEmpty ? 0 : driven[truck]! + sign * detour
    served[truck] = isEmpty ? 0 : served[truck]! + sign * service[stop]!
    carried[truck] = isEmpty ? 0 : carried[truck]! + sign * bags[stop]!
    days[0]! += driven[truck]! + served[truck]!
  }
  return {
    next,
    before,
    truckOf,
    counts,
    driven,
    startOf,
    /** All that changes with what is put into and taken out of trucks. */
    figures: [driven, served, carried, counts, days],
    /** What a stop costs more in a truck, at this detour. */
    costOfStop(stop: number, truck: number, detour: number): number {
      const more = detour + service[stop]!
      return costWith(truck, detour, service[stop]!, bags[stop]!) - costOf(truck) - evenWith(more) + evenWith(0)
    },
    cost(): number {
      let sum = -evenWith(0)
      for (let truck = 0; truck < trucks.length; truck += 1) sum += costOf(truck)
      return sum
    },
    insert(stop: number, truck: number, from: number): void {
      const to = next[from]!
      link(stop, truck, from, to)
      count(stop, truck, from, to, 1)
      log.push(stop, -1, 0)
    },
    remove(stop: number): void {
      const truck = truckOf[stop]!
      const from = before[stop]!
      const to = next[stop]!
      next[from] = to
      before[to] = from
      truckOf[stop] = -1
      count(stop, truck, from, to, -1)
      log.push(stop, truck, from)
    },
    keep() {
      log.length = 0
    },
    takeBack() {
      while (log.length > 0) {
        const from = log.pop()!
        const truck = log.pop()!
        const stop = log.pop()!
        if (truck === -1) {
          next[before[stop]!] = next[stop]!
          before[next[stop]!] = before[stop]!
          truckOf[stop] = -1
        } else link(stop, truck, from, next[from]!)
      }
    },
  }
}
