import path from 'node:path'
import { packageRoot } from '#server/package-root.ts'
import { divideRound } from '#domain/divided-round.ts'
import { orderSearch } from '#domain/route.ts'
import type { Times } from '#domain/route/question.ts'
import { demoQuarter } from './order/demo-quarter.ts'
import { fleet } from './order/fleet.ts'
import { type Instance, instancesOf } from './order/instances.ts'
import { learning } from './order/learning.ts'
import { phonePage } from './order/phone-page.ts'
import { townOf } from './order/town.ts'
import { type Bench, type Figure, median, type Options } from './support/figures.ts'

const TIMES = [1, 5]
const DIVIDED = 10
/** A phone is this many times slower. */
const SLOWER = 6

/** Seconds of processor since a call, because other work runs on the machine. */
function stopwatch(): () => number {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000_000
  }
}
const others = ({ size }: Times) => Array.from({ length: size - 1 }, (_, at) => at + 1)

/** How good the orders are that are found in a given time. */
export async function order({ rounds, files, only = '' }: Options): Promise<Bench> {
  const instances = instancesOf(files ?? path.join(packageRoot(), 'tests', 'bench', 'order', 'instances'))
  const named = instances.filter(({ name }) => name.startsWith(only))
  const figures = named.flatMap((instance) =>
    instance.kind === 'one' ? one(instance, rounds) : several(instance, rounds),
  )
  if ('phone'.startsWith(only)) figures.push(...phone(rounds))
  if ('page'.startsWith(only)) figures.push(...(await phonePage(Math.max(rounds, 5), SLOWER)))
  if ('fleet'.startsWith(only)) figures.push(...(await fleet()))
  if ('learning'.startsWith(only)) figures.push(...learning())
  if ('demo'.startsWith(only)) figures.push(...(await demoQuarter()))
  return {
    figures,
    method: [
      'Seconds of one processor; each round has its own seed. The rival is the best known value of the instance.',
      'Of each week of the demo: kilometres and minutes of all rounds, from the first stop to the last.',
      `A phone is taken to be ${SLOWER} times slower; its rival is 100 times as long on the same town.`,
      'Learning: positions 15 m off in each direction, a tenth of them 300 to 3,000 m late.',
    ],
  }
}

function gapOf(what: string, found: readonly number[], best: number | null, aim: number): Figure {
  const ours = median(found)
  if (best === null) return { what, ours: ours.toFixed(0), rival: 'not known', ratio: null }
  const gaps = found.map((value) => `${((value / best - 1) * 100).toFixed(2)} %`).join(', ')
  return {
    what,
    ours: `${Number(ours.toFixed(2))} (${gaps})`,
    rival: String(best),
    ratio: ours / best,
    goal: { says: `at most ${aim} % longer`, met: ours <= best * (1 + aim / 100) },
  }
}

function one({ name, times, bestKnown }: Instance, rounds: number): Figure[] {
  const found = Array.from({ length: rounds }, (_, round) => {
    const used = stopwatch()
    const search = orderSearch({ times, service: [], start: 0, end: 0, stops: others(times), seed: round + 1 })
    return TIMES.map((seconds) => {
      while (used() < seconds) search.improve(100)
      return search.answer().driven
    })
  })
  return TIMES.map((seconds, at) =>
    gapOf(
      `${name}, ${seconds} s`,
      found.map((values) => values[at]!),
      bestKnown,
      at === 0 ? 2 : 1,
    ),
  )
}

function several({ name, times, bags, capacity, longestDay, service, bestKnown }: Instance, rounds: number): Figure[] {
  const needed = Math.ceil(bags.reduce((sum, one) => sum + one, 0) / capacity)
  const found = Array.from({ length: rounds }, (_, round) => {
    const used = stopwatch()
    const answer = divideRound({
      times,
      service: bags.map(() => service),
      bags,
      stops: others(times),
      drivers: Array.from({ length: needed + 5 }, () => ({ start: 0, end: 0, capacity, longestDay })),
      hours: 'any',
      seed: round + 1,
      progress: () => used() / DIVIDED,
    })
    if (answer.problems.length > 0) throw new Error(`${name}: ${JSON.stringify(answer.problems)}`)
    return answer.rounds.reduce((sum, { driven }) => sum + driven, 0)
  })
  return [gapOf(`${name}, ${DIVIDED} s`, found, bestKnown, 4)]
}

function phone(rounds: number): Figure[] {
  const firsts: number[] = []
  const gaps: number[] = []
  for (let round = 1; round <= Math.max(rounds, 5); round += 1) {
    const times = townOf(150, round)
    const used = stopwatch()
    const search = orderSearch({ times, service: [], start: 0, end: 'anywhere', stops: others(times), seed: round })
    firsts.push(used() * SLOWER * 1000)
    while (used() * SLOWER < 1.5) search.improve(20)
    const { driven } = search.answer()
    while (used() * SLOWER < 150) search.improve(1000)
    gaps.push((driven / search.answer().driven - 1) * 100)
  }
  const [first, gap] = [Math.max(...firsts), Math.max(...gaps)]
  return [
    {
      what: '150 stops on a phone: first answer, the slowest of five towns',
      ours: `${first.toFixed(0)} ms`,
      rival: '',
      ratio: null,
      goal: { says: 'at most 300 ms', met: first <= 300 },
    },
    {
      what: '… longer than the best found, after 1.5 s, the worst of five towns',
      ours: `${gap.toFixed(2)} %`,
      rival: '',
      ratio: null,
      goal: { says: 'at most 3 %', met: gap <= 3 },
    },
  ]
}
