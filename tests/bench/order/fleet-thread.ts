import { divideRound } from '#domain/divided-round.ts'
import { townOf } from './town.ts'

/** Runs in a thread of its own, which calls `divideTown`. */

export interface Divided {
  /** Seconds of processor. */
  readonly taken: number
  /** Of each driver's day. */
  readonly hours: readonly number[]
  readonly driven: number
}

/** 1,000 stops over 8 drivers. @param seconds of processor to look for */
function divideTown(seconds: number): Divided {
  const times = townOf(1000, 1)
  const before = process.cpuUsage()
  const used = () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000_000
  }
  const { rounds, problems } = divideRound({
    times,
    service: Array.from({ length: times.size }, () => 45),
    bags: Array.from({ length: times.size }, () => 1),
    stops: Array.from({ length: times.size - 1 }, (_, at) => at + 1),
    drivers: Array.from({ length: 8 }, () => ({ start: 0, end: 0, capacity: 140 })),
    hours: 'equal',
    seed: 1,
    progress: () => used() / seconds,
  })
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  return {
    taken: used(),
    hours: rounds.map(({ total }) => total / 3600),
    driven: rounds.reduce((sum, { driven }) => sum + driven, 0) / 3600,
  }
}

Object.assign(globalThis, { divideTown })
