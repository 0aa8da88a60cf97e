import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DivisionQuestion, divideRound } from '#domain/divided-round.ts'
import { figuresOf } from '#domain/route.ts'
import { timesBetween, town } from '../fixtures/route-questions.ts'

/** A `progress` that ends after so many times it was asked, in place of a clock. */
function steps(count: number): () => number {
  let asked = 0
  return () => asked++ / count
}
const inOrder = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)

/** Towns with one to four drivers, who may have less room, shorter days and customers of their own. */
const division = fc
  .record({
    question: town({ most: 30, pins: true, streets: true }),
    bags: fc.nat(4),
    drivers: fc.array(
      fc.record({
        capacity: fc.constantFrom(undefined, 10, 40),
        longestDay: fc.constantFrom(undefined, 500, 5000),
        tied: fc.array(fc.integer({ min: -1, max: 35 }), { maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    hours: fc.constantFrom('equal' as const, 'any' as const),
  })
  .map(({ question, bags, drivers, hours }) => ({
    ...question,
    bags: question.times.seconds.map(() => bags),
    hours,
    drivers: drivers.map(({ capacity, longestDay, tied }) => ({
      start: question.start,
      end: question.end,
      tied,
      ...(capacity === undefined ? {} : { capacity }),
      ...(longestDay === undefined ? {} : { longestDay }),
    })),
  }))

describe('a round divided among drivers', () => {
  it('gives every stop to one driver, with figures that are those of each order', () => {
    fc.assert(
      fc.property(division, (question) => {
        const { rounds } = divideRound({ ...question, progress: steps(3) })
        expect(inOrder(rounds.flatMap(({ order }) => order))).toEqual(question.stops)
        for (const [driver, { order, driven, total, bags }] of rounds.entries()) {
          const { start, end } = question.drivers[driver]!
          const figures = figuresOf({ ...question, start, end, stops: order }, order)
          expect({ driven, total }).toEqual({ driven: figures.driven, total: figures.total })
          expect(bags).toBe(order.reduce((sum, stop) => sum + question.bags[stop]!, 0))
        }
      }),
    )
  })

  it('keeps to bags, days and tied stops, or names by how much not', () => {
    fc.assert(
      fc.property(division, (question) => {
        const { rounds, problems } = divideRound({ ...question, progress: steps(3) })
        for (const [driver, { capacity = Infinity, longestDay = Infinity, tied }] of question.drivers.entries()) {
          const { order, bags, total } = rounds[driver]!
          const named = problems.filter((problem) => 'driver' in problem && problem.driver === driver)
          expect(named).toEqual([
            ...(bags > capacity ? [{ code: 'too_many_bags', driver, bags: bags - capacity }] : []),
            ...(total > longestDay + 1e-6 ? [{ code: 'too_long_day', driver, seconds: total - longestDay }] : []),
          ])
          const earlier = question.drivers.slice(0, driver).flatMap((other) => other.tied)
          for (const stop of tied)
            if (question.stops.includes(stop) && !earlier.includes(stop)) expect(order).toContain(stop)
        }
      }),
    )
  })

  it('is the same for the same seed and steps', () => {
    fc.assert(
      fc.property(division, (question) => {
        const [one, other] = [1, 2].map(() => divideRound({ ...question, progress: steps(3) }))
        expect(one).toEqual(other)
      }),
      { numRuns: 30 },
    )
  })
})

describe('four drivers of one town', () => {
  const points = Array.from({ length: 121 }, (_, at) => [(at * 367) % 1009, (at * 599) % 997] as const)
  const quarter: DivisionQuestion = {
    times: timesBetween(points),
    service: points.map(() => 45),
    bags: points.map(() => 1),
    stops: points.map((_, at) => at).slice(1),
    drivers: [1, 2, 3, 4].map(() => ({ start: 0, end: 0 })),
    hours: 'equal',
    seed: 1,
    progress: steps(1),
  }
  const divided = (more: Partial<DivisionQuestion>) => divideRound({ ...quarter, progress: steps(100), ...more })

  it('have equal days', () => {
    const { rounds, problems } = divided({})
    const days = rounds.map(({ total }) => total)
    expect(Math.max(...days)).toBeLessThan(Math.min(...days) * 1.06)
    expect(problems).toEqual([])
  })

  it('carry no more than they can, where there is room for all', () => {
    const drivers = [20, 30, 30, 41].map((capacity) => ({ start: 0, end: 0, capacity }))
    const { rounds, problems } = divided({ drivers })
    expect(problems).toEqual([])
    for (const [driver, { bags }] of rounds.entries()) expect(bags).toBeLessThanOrEqual(drivers[driver]!.capacity)
  })

  it('are told what is too much', () => {
    const drivers = quarter.drivers.map((driver) => ({ ...driver, capacity: 29 }))
    const { problems } = divided({ drivers })
    expect(problems[0]).toEqual({ code: 'bags_over_all', bags: 4 })
    expect(problems.slice(1).reduce((sum, problem) => sum + ('bags' in problem ? problem.bags : 0), 0)).toBe(4)
    const shortDays = quarter.drivers.map((driver) => ({ ...driver, longestDay: 600 }))
    expect(divided({ drivers: shortDays }).problems.map(({ code }) => code)).toContain('too_long_day')
    const both = quarter.drivers.map((driver) => ({ ...driver, tied: [7] }))
    expect(divided({ drivers: both }).problems).toEqual([1, 2, 3].map(() => ({ code: 'tied_twice', stop: 7 })))
  })

  it('get nothing where there is nothing, and nobody gets anything without drivers', () => {
    expect(divided({ drivers: [] })).toEqual({ rounds: [], problems: [{ code: 'no_drivers' }] })
    const { rounds, problems } = divided({ stops: [] })
    expect(rounds).toHaveLength(4)
    expect(problems).toEqual([{ code: 'no_stops' }])
  })
})
