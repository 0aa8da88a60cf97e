import { nearestOf } from './nearest.ts'
import { recreateOf } from './recreate.ts'
import { ruinOf } from './ruin.ts'
import { type TrucksQuestion, trucksOf } from './trucks.ts'

const REACH = 150
const STEP = 50
const LAST_HEAT = 0.01

export interface Annealed extends TrucksQuestion {
  tied: Int32Array
  kinds: Int32Array
  random: () => number
  /** From 0 to 1: how much of the time given has passed; asked every few milliseconds. */
  progress: () => number
}

/**
 * Rounds of several trucks that cost little in all: parts are ruined and made anew, with ever fewer steps back (SISR,
 * Christiaens and Vanden Berghe, 2020).
 */
export function annealed(question: Annealed): number[][] {
  const { stops, seconds, random, progress } = question
  const size = stops + 2 * question.trucks.length
  const trucks = trucksOf(question)
  const reach = Math.min(REACH, size - 1)
  const nearest = nearestOf(
    seconds,
    size,
    Int32Array.from({ length: size }, (_, node) => node),
    reach,
  )
  const ruin = ruinOf(trucks, stops, nearest, reach, random)
  const recreate = recreateOf({ ...question, trucks, size, nearest, reach })
  recreate(Array.from({ length: stops }, (_, stop) => stop))
  trucks.keep()

  const { next, driven } = trucks
  const saved = trucks.figures.map((now) => ({ now, before: now.slice() }))
  let cost = trucks.cost()
  const best = { cost, next: next.slice() }
  const heat = driven.reduce((sum, one) => sum + one, 0) / stops
  let done = progress()
  while (done < 1) {
    const temperature = heat * LAST_HEAT ** done
    for (let step = 0; step < STEP; step += 1) {
      for (const { now, before } of saved) before.set(now)
      recreate(ruin())
      const changed = trucks.cost()
      if (changed < cost - temperature * Math.log(1 - random())) {
        cost = changed
        trucks.keep()
        if (cost < best.cost - 1e-9) {
          best.cost = cost
          best.next.set(next)
        }
      } else {
        trucks.takeBack()
        for (const { now, before } of saved) now.set(before)
      }
    }
    done = progress()
  }
  return question.trucks.map((_, truck) => {
    const round: number[] = []
    for (let stop = best.next[trucks.startOf(truck)]!; stop < stops; stop = best.next[stop]!) round.push(stop)
    return round
  })
}
