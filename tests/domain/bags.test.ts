import { describe, expect, test } from 'vitest'
import { bagsOf, totalBags } from '#domain/bags.ts'

describe('Bags', () => {
  test('of a garden bag are those picked up, of a rubbish removal none', () => {
    expect(bagsOf({ serviceType: 'GARDEN_BAG', pu: 3 })).toBe(3)
    expect(bagsOf({ serviceType: 'RUBBISH_REMOVAL', pu: 1 })).toBe(0)
    expect(bagsOf({ serviceType: null, pu: 2 })).toBe(2)
  })

  test('of a run add up without the rubbish removals', () => {
    expect(totalBags([])).toBe(0)
    expect(
      totalBags([
        { serviceType: 'GARDEN_BAG', pu: 2 },
        { serviceType: 'RUBBISH_REMOVAL', pu: 1 },
        { serviceType: 'GARDEN_BAG', pu: 5 },
      ]),
    ).toBe(7)
  })
})
