import { describe, expect, it } from 'vitest'
import { normalPostcode, postcodeWarning, stateOfPostcode } from '#domain/postcodes.ts'

describe('postcodes', () => {
  it('are four characters with their leading zero', () => {
    expect([' 2000 ', '800', '0800', '200'].map(normalPostcode)).toEqual(['2000', '0800', '0800', '0200'])
    expect(['', '20', '20000', '2O00', '0100', '-200', '12.5'].map(normalPostcode)).toEqual(Array(7).fill(null))
  })

  it.each([
    ['2000', 'NSW'],
    ['2600', 'ACT'],
    ['2620', 'NSW'],
    ['2913', 'ACT'],
    ['2921', 'NSW'],
    ['3000', 'VIC'],
    ['4000', 'QLD'],
    ['5000', 'SA'],
    ['6000', 'WA'],
    ['7000', 'TAS'],
    ['0800', 'NT'],
    ['8001', 'VIC'],
    ['9726', 'QLD'],
  ])('%s is in %s', (postcode, state) => {
    expect(stateOfPostcode(postcode)).toBe(state)
  })

  it('warn when they belong to another state, but not at a border and not when they are right', () => {
    expect(postcodeWarning('3000', 'NSW')).toEqual({
      code: 'postcode_state',
      message: 'Postcode 3000 is in VIC, not in NSW.',
    })
    expect([
      postcodeWarning('2075', 'NSW'),
      postcodeWarning('2620', 'ACT'),
      postcodeWarning('0872', 'SA'),
      postcodeWarning('2611', 'NSW'),
      postcodeWarning('3500', 'NSW'),
      postcodeWarning('4825', 'NT'),
    ]).toEqual(Array(6).fill(null))
  })
})
