import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeByNeighbours } from '#domain/neighbours.ts'
import { compareStops, type OrderedStop } from '#domain/stop-order.ts'

let refs = 10_000
const stop = (address: string, stopOrder: number | null, more: Partial<OrderedStop> = {}): OrderedStop => ({
  runNumber: 1,
  suburb: 'Gordon',
  address,
  stopOrder,
  refId: String(++refs),
  ...more,
})
const placed = (stops: readonly OrderedStop[]) => placeByNeighbours(stops).map(({ address }) => address)
/** A run's stops in order, and the customers who are new in it. */
const joined = (round: readonly string[], ...newcomers: string[]) =>
  placed([...newcomers.map((address) => stop(address, null)), ...round.map((address, at) => stop(address, at + 1))])

describe('a stop without a place', () => {
  it('goes beside the nearest house of its street, on the side its number says', () => {
    expect(joined(['2 Ada St', '10 Ada St', '1 Boyd St', '30 Ada St'], '9 Ada Street')).toEqual([
      '2 Ada St',
      '9 Ada Street',
      '10 Ada St',
      '1 Boyd St',
      '30 Ada St',
    ])
    expect(joined(['2 Ada St', '10 Ada St', '1 Boyd St', '30 Ada St'], '11 Ada Street')).toEqual([
      '2 Ada St',
      '10 Ada St',
      '11 Ada Street',
      '1 Boyd St',
      '30 Ada St',
    ])
    expect(joined(['1 Boyd St', '3/12 Ada St'], '2/12 Ada St', '4/12 Ada St', '1 Ada St')).toEqual([
      '1 Boyd St',
      '1 Ada St',
      '2/12 Ada St',
      '3/12 Ada St',
      '4/12 Ada St',
    ])
  })

  it('follows the direction in which its street is driven, and comes back on the other side', () => {
    expect(joined(['30 Ada St', '20 Ada St', '10 Ada St'], '12 Ada St', '26 Ada St', '40 Ada St', '2 Ada St')).toEqual([
      '40 Ada St',
      '30 Ada St',
      '26 Ada St',
      '20 Ada St',
      '12 Ada St',
      '10 Ada St',
      '2 Ada St',
    ])
    expect(joined(['2 Ada St', '20 Ada St', '29 Ada St', '27 Ada St', '5 Ada St'], '6 Ada St')).toEqual([
      '2 Ada St',
      '20 Ada St',
      '29 Ada St',
      '27 Ada St',
      '6 Ada St',
      '5 Ada St',
    ])
  })

  it('in a street without stops goes after the street before it in the alphabet, or before the first street', () => {
    const round = ['1 Mead St', '9 Zed St', '1 Carr St', '5 Carr St']
    expect(joined(round, '7 Dunn St', '3 Dunn St')).toEqual([
      '1 Mead St',
      '9 Zed St',
      '1 Carr St',
      '5 Carr St',
      '3 Dunn St',
      '7 Dunn St',
    ])
    expect(joined(round, '7 Oak St', '4 Mead St')).toEqual([
      '1 Mead St',
      '4 Mead St',
      '7 Oak St',
      '9 Zed St',
      '1 Carr St',
      '5 Carr St',
    ])
    expect(joined(round, '7 Ada St')).toEqual(['1 Mead St', '9 Zed St', '7 Ada St', '1 Carr St', '5 Carr St'])
  })

  it('in a suburb without stops goes to the end of its round, and never into another round', () => {
    const stops = [
      stop('1 Ada St', 1),
      stop('2 Ada St', 2, { suburb: 'Wahroonga' }),
      stop('9 Ada St', null, { suburb: 'Killara' }),
      stop('3 Ada St', null, { runNumber: 2 }),
    ]
    expect(placed(stops)).toEqual(['1 Ada St', '2 Ada St', '9 Ada St', '3 Ada St'])
  })
})

describe('any round', () => {
  const houses = fc.record({
    runNumber: fc.integer({ min: 1, max: 2 }),
    stopOrder: fc.option(fc.integer({ min: 0, max: 9 })),
    suburb: fc.constantFrom('Gordon', 'gordon ', 'Pymble', 'Killara'),
    address: fc
      .tuple(
        fc.constantFrom('', '2/'),
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom('', 'a'),
        fc.constantFrom(' Ada St', ' Ada Street', ' Boyd Rd', ' Zed Ave', ''),
      )
      .map((parts) => parts.join('')),
  })
  const rounds = fc
    .array(houses, { maxLength: 20 })
    .map((all) => all.map((one, at) => ({ ...one, refId: String(10_000 + at) })))

  it('keeps every stop once, and those with a place in their order', () => {
    fc.assert(
      fc.property(rounds, (stops) => {
        const result = placeByNeighbours(stops)
        expect(result.map(({ refId }) => refId).sort()).toEqual(stops.map(({ refId }) => refId).sort())
        const known = (some: readonly OrderedStop[]) =>
          some.filter(({ stopOrder }) => stopOrder !== null).map(({ refId }) => refId)
        expect(known(result)).toEqual(known([...stops].sort(compareStops)))
        expect(result.map(({ runNumber }) => runNumber)).toEqual(stops.map(({ runNumber }) => runNumber).sort())
      }),
    )
  })

  it('has the same order whatever order the stops are given in', () => {
    fc.assert(
      fc.property(
        rounds.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          expect(placeByNeighbours(shuffled)).toEqual(placeByNeighbours(all))
        },
      ),
    )
  })

  it('stays in the default order where no stop or every stop has a place', () => {
    fc.assert(
      fc.property(rounds, fc.boolean(), (stops, all) => {
        const same = stops.map((one, at) => ({ ...one, stopOrder: all ? at % 5 : null }))
        expect(placeByNeighbours(same)).toEqual([...same].sort(compareStops))
      }),
    )
  })

  it('does not change when it is placed a second time', () => {
    fc.assert(
      fc.property(rounds, (stops) => {
        const once = placeByNeighbours(stops).map((one, at) => ({ ...one, stopOrder: at + 1 }))
        expect(placeByNeighbours(once)).toEqual(once)
      }),
    )
  })
})
