import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { figuresOf, orderSearch, shortestOrder } from '#domain/route.ts'
import type { OrderAnswer, OrderQuestion } from '#domain/route/question.ts'
import { afterSteps, everyOrder, timesBetween, town } from '../fixtures/route-questions.ts'

const codes = ({ problems }: OrderAnswer) => problems.map(({ code }) => code)
const inOrder = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)

/** Seconds by which stops are reached too late, all together. */
const late = ({ problems }: OrderAnswer) =>
  problems.reduce(
    (sum, problem) =>
      problem.code === 'late' || problem.code === 'too_far_for_time' ? sum + problem.arrival - problem.before : sum,
    0,
  )
const faults = ({ problems }: OrderAnswer, ...named: string[]) =>
  problems.filter(({ code }) => named.includes(code)).length

/** Negative: the first is better; pins, then being in time, then streets, then seconds driven. */
function compare(a: OrderAnswer, b: OrderAnswer): number {
  return (
    faults(a, 'not_first', 'not_last') - faults(b, 'not_first', 'not_last') ||
    (Math.abs(late(a) - late(b)) > 0.01 ? late(a) - late(b) : 0) ||
    faults(a, 'street_left') - faults(b, 'street_left') ||
    faults(a, 'sides_mixed') - faults(b, 'sides_mixed') ||
    // Where a pin breaks up a street, as few breaks as there can be come before seconds.
    (faults(a, 'street_left', 'sides_mixed') > 0 ? 0 : a.driven - b.driven)
  )
}
const bestOf = (question: OrderQuestion) =>
  everyOrder(question.stops)
    .map((order) => figuresOf(question, order))
    .reduce((best, one) => (compare(one, best) < 0 ? one : best))

describe('the shortest order of one driver', () => {
  it('has every stop once, and figures that add up', () => {
    fc.assert(
      fc.property(town({ most: 40, pins: true, streets: true }), (question) => {
        const answer = shortestOrder({ ...question, enough: afterSteps(3) })
        expect(inOrder(answer.order)).toEqual(question.stops)
        expect(answer.total - answer.driven).toBeCloseTo(question.stops.length * question.service[0]!, 6)
        expect(answer.arrivals).toHaveLength(question.stops.length)
        for (const [place, arrival] of answer.arrivals.entries())
          expect(arrival).toBeGreaterThanOrEqual(
            place === 0 ? 0 : answer.arrivals[place - 1]! + question.service[0]! - 1e-6,
          )
        expect(figuresOf(question, answer.order)).toEqual(answer)
      }),
    )
  })

  it('is never longer than the order of today', () => {
    fc.assert(
      fc.property(town({ most: 60 }), fc.nat(3), (question, steps) => {
        const answer = shortestOrder({ ...question, enough: afterSteps(steps) })
        expect(answer.driven).toBeLessThanOrEqual(figuresOf(question, question.stops).driven + 0.01)
      }),
    )
  })

  it('is the same for the same seed and steps', () => {
    fc.assert(
      fc.property(town({ most: 30, pins: true, streets: true }), (question) => {
        const [one, other] = [1, 2].map(() => shortestOrder({ ...question, enough: afterSteps(4) }))
        expect(one).toEqual(other)
      }),
    )
  })

  it('is the shortest of all orders of a few stops, with their pins and streets', () => {
    fc.assert(
      fc.property(town({ most: 6, pins: true, streets: true }), (question) => {
        const answer = shortestOrder({ ...question, enough: afterSteps(20) })
        const best = bestOf(question)
        if (late(best) === 0) expect(compare(answer, best)).toBeLessThanOrEqual(0.01)
        else expect(faults(answer, 'late', 'too_far_for_time')).toBeGreaterThan(0)
      }),
      { numRuns: 60 },
    )
  })
})

describe('what an order can’t hold', () => {
  /** Stops 1 to 5 at 100, 200 ... seconds from the depot, along one road. */
  const road: OrderQuestion = {
    times: timesBetween([0, 1, 2, 3, 4, 5].map((hundreds) => [hundreds * 100, 0])),
    service: [0, 10, 10, 10, 10, 10],
    start: 0,
    end: 0,
    stops: [3, 1, 5, 2, 4],
  }
  const answered = (more: Partial<OrderQuestion>) => shortestOrder({ ...road, ...more, seed: 1, enough: afterSteps(5) })

  it('is nothing on a plain road, driven from one end to the other', () => {
    expect(answered({ end: 'anywhere' })).toEqual({
      order: [1, 2, 3, 4, 5],
      driven: 500,
      total: 550,
      arrivals: [100, 210, 320, 430, 540],
      problems: [],
    })
  })

  it('is named where pins contradict each other, and the first one holds', () => {
    const answer = answered({
      pins: [
        { stop: 4, place: 'first' },
        { stop: 2, place: 'first' },
        { stop: 1, place: 'last' },
        { stop: 4, place: 'last' },
        { stop: 9, place: 'last' },
      ],
    })
    expect(answer.problems).toEqual([
      { code: 'two_first', stop: 2, instead: 4 },
      { code: 'two_last', stop: 4, instead: 1 },
      { code: 'pin_without_stop', stop: 9 },
    ])
    expect([answer.order[0], answer.order.at(-1)]).toEqual([4, 1])
    expect(
      codes(
        answered({
          pins: [
            { stop: 4, place: 'last' },
            { stop: 4, place: 'first' },
          ],
        }),
      ),
    ).toEqual(['first_and_last'])
  })

  it('is named where a time can’t be met, even directly or because of another pin', () => {
    expect(answered({ pins: [{ stop: 5, before: 400 }] }).problems).toEqual([
      { code: 'too_far_for_time', stop: 5, before: 400, arrival: 500 },
    ])
    const first = { stop: 4, place: 'first' as const }
    expect(answered({ pins: [first, { stop: 1, before: 300 }] }).problems).toEqual([
      { code: 'late', stop: 1, before: 300, arrival: 710 },
    ])
    const inTime = answered({ pins: [first, { stop: 1, before: 710 }] })
    expect([inTime.order.slice(0, 2), inTime.problems]).toEqual([[4, 1], []])
  })

  it('is named where a street can’t be driven whole', () => {
    const house = (stop: number) => ({ stop, number: stop })
    const streets = [{ way: 'both-sides' as const, houses: [house(1), house(5)] }]
    expect(answered({ streets })).toMatchObject({ problems: [] })
    expect(
      answered({
        streets,
        pins: [
          { stop: 1, place: 'first' },
          { stop: 5, place: 'last' },
        ],
      }).problems,
    ).toEqual([{ code: 'street_left', street: 0 }])
  })

  it('is named of an order that somebody has chosen', () => {
    expect(figuresOf({ ...road, pins: [{ stop: 1, place: 'first' }] }, [5, 1, 9, 5, 2, 3])).toEqual({
      order: [5, 1, 2, 3],
      driven: 500 + 400 + 100 + 100 + 300,
      total: 1440,
      arrivals: [500, 910, 1020, 1130],
      problems: [
        { code: 'not_first', stop: 1 },
        { code: 'unknown_stop', stop: 9 },
        { code: 'stop_twice', stop: 5 },
        { code: 'stop_missing', stop: 4 },
      ],
    })
  })

  it('is named where the question makes no sense', () => {
    expect(answered({ stops: [] })).toEqual({
      order: [],
      driven: 0,
      total: 0,
      arrivals: [],
      problems: [{ code: 'no_stops' }],
    })
    expect(answered({ stops: [2] })).toMatchObject({ order: [2], driven: 400, total: 410, problems: [] })
    expect(answered({ stops: [2, 2, -1, 1.5, 6, Number.NaN] })).toMatchObject({ order: [2], driven: 400 })
    expect(codes(answered({ start: 17, end: Number.NaN }))).toEqual(['unknown_start', 'unknown_end'])
    const seconds = road.times.seconds.map((time) => (time === 300 ? Number.NaN : time))
    const answer = answered({ times: { size: 6, seconds }, service: [Number.NaN, -5, Infinity] })
    expect(answer).toMatchObject({ problems: [{ code: 'times_unknown', links: 3 }] })
    expect(answer.total).toBe(answer.driven)
  })
})

describe('towns at their limits', () => {
  it('has all stops at one place', () => {
    const times = timesBetween(Array.from({ length: 60 }, () => [5, 5]))
    const stops = Array.from({ length: 59 }, (_, at) => at + 1)
    const answer = shortestOrder({ times, service: [], start: 0, end: 0, stops, seed: 1, enough: afterSteps(3) })
    expect(answer).toMatchObject({ driven: 0, problems: [] })
    expect(inOrder(answer.order)).toEqual(stops)
  })

  it('drives 400 stops of one street up one side and back', () => {
    const houses = Array.from({ length: 400 }, (_, at) => ({ stop: at + 1, number: ((at * 7) % 400) + 1 }))
    const places = houses.map(({ number }) => [Math.ceil(number / 2) * 2, number % 2] as const)
    const answer = shortestOrder({
      times: timesBetween([[0, 0], ...places]),
      service: [],
      start: 0,
      end: 0,
      stops: houses.map(({ stop }) => stop),
      streets: [{ way: 'one-side-and-back', houses }],
      seed: 1,
      enough: afterSteps(3),
    })
    expect(answer.problems).toEqual([])
    expect(answer.driven).toBeCloseTo(799 + Math.hypot(2, 1), 6)
  })

  it('goes on improving, and is done', () => {
    const points = Array.from({ length: 40 }, (_, at) => [(at * 37) % 101, (at * 59) % 97] as const)
    const stops = points.map((_, at) => at).slice(1)
    const search = orderSearch({ times: timesBetween(points), service: [], start: 0, end: 0, stops, seed: 4 })
    let before = search.answer().driven
    while (!search.isDone()) {
      search.improve(20_000)
      const { driven } = search.answer()
      expect(driven).toBeLessThanOrEqual(before)
      before = driven
    }
  })
})
