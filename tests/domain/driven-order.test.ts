import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drivenOrder, type PastStop, placesFrom } from '#domain/driven-order.ts'

const past = (customerID: string, stopOrder: number, doneAt: number | null, runNumber = 1): PastStop => ({
  customerID,
  runNumber,
  stopOrder,
  doneAt,
})

describe('the order a run was driven in', () => {
  it('is that of the records; a stop without a record follows the stop it was planned after', () => {
    const run = [
      past('a', 1, 30),
      past('b', 2, null),
      past('c', 3, 10),
      past('d', 4, 20),
      past('e', 5, null),
      past('f', 6, null),
    ]
    expect(drivenOrder(run).get(1)).toEqual(['c', 'd', 'e', 'f', 'a', 'b'])
    expect(
      drivenOrder([past('x', 1, null), ...run.map((one) => ({ ...one, stopOrder: one.stopOrder + 1 }))]).get(1)?.[0],
    ).toBe('x')
  })

  it('keeps every stop once and in its own round, whatever order they are read in', () => {
    const runs = fc
      .array(
        fc.record({ stopOrder: fc.nat(9), runNumber: fc.integer({ min: 1, max: 3 }), doneAt: fc.option(fc.nat(5)) }),
        { maxLength: 15 },
      )
      .map((all) => all.map((one, at) => ({ ...one, customerID: `c${String(at).padStart(2, '0')}` })))
    fc.assert(
      fc.property(
        runs.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          const order = drivenOrder(all)
          expect([...order.values()].flat().sort()).toEqual(all.map(({ customerID }) => customerID))
          expect([...drivenOrder(shuffled)].sort()).toEqual([...order].sort())
          for (const round of order.values()) {
            const times = round
              .map((customerID) => all.find((one) => one.customerID === customerID)!.doneAt)
              .filter((at) => at !== null)
            expect(times).toEqual([...times].sort((a, b) => a - b))
          }
        },
      ),
    )
  })
})

describe('places taken over from a past run', () => {
  const run = [past('a', 1, 30), past('b', 2, 20), past('c', 3, 10), past('x', 1, 5, 2), past('y', 2, 6, 2)]
  const places = (round: readonly string[], runNumber = 1) =>
    Object.fromEntries(
      placesFrom(
        run,
        round.map((customerID) => ({ customerID, runNumber })),
      ),
    )

  it('count only the customers of the round, whatever its number was in the past run', () => {
    expect(places(['a', 'c', 'new'])).toEqual({ c: 1, a: 2 })
    expect(places(['a', 'b', 'c'], 4)).toEqual({ c: 1, b: 2, a: 3 })
  })

  it('come from the past round that most of the round’s customers were in; the others get none', () => {
    expect(places(['a', 'b', 'x'])).toEqual({ b: 1, a: 2 })
    expect(places(['x', 'y', 'a'])).toEqual({ x: 1, y: 2 })
    expect(places(['a', 'x'])).toEqual({ a: 1 })
    expect(places(['a', 'x'], 2)).toEqual({ x: 1 })
    expect(places(['new'])).toEqual({})
  })
})
