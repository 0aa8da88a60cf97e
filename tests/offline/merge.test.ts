import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isUnsent, merge } from '#client/offline/store/records.ts'
import { EVENT_STATES, type StoredEvent } from '#client/offline/store/schema.ts'

const record = fc
  .record({ state: fc.constantFrom(...EVENT_STATES), attempts: fc.nat(5) })
  .map((columns) => ({ eventID: 'one', ...columns }) as StoredEvent)
const row = fc.option(record, { nil: undefined })
const wiped = fc.boolean().map((isWiped) => new Set(isWiped ? ['one'] : []))

describe('what holds of a record that the window and the database both know', () => {
  test('a record that the database lacks is as the window knows it, unless a revocation deleted it', () =>
    fc.assert(
      fc.property(record, wiped, (mine, isWiped) => {
        expect(merge(undefined, mine, isWiped)).toBe(isWiped.size > 0 ? null : mine)
      }),
    ))

  test('a receipt is never lost to a row that is still unsent, and no row that has ended becomes unsent', () =>
    fc.assert(
      fc.property(record, record, wiped, (there, mine, isWiped) => {
        const after = merge(there, mine, isWiped)
        expect(after === null || isUnsent(after)).toBe(isUnsent(there) && isUnsent(mine))
      }),
    ))

  test('of two unsent records the database’s holds, because it has the attempts of all windows', () =>
    fc.assert(
      fc.property(record, record, (there, mine) => {
        fc.pre(isUnsent(there) && isUnsent(mine))
        expect(merge(there, mine, new Set())).toBe(there)
      }),
    ))

  test('merging what was merged changes nothing', () =>
    fc.assert(
      fc.property(row, record, wiped, (there, mine, isWiped) => {
        const once = merge(there, mine, isWiped)
        fc.pre(once !== null)
        expect(merge(once, mine, isWiped)).toBe(once)
      }),
    ))
})
