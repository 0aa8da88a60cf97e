import fc from 'fast-check'
import { expect, test } from 'vitest'
import { grouped, isShortened, readDollars, readNumber, showNumber } from '#domain/typed-numbers.ts'

test('dollars are read as people write them, and nothing else is', () => {
  expect(['25', ' $25.50 ', '-5', '-$60.00', '$-5', '(60.00)', '1,234.50', '.5', '25.', '-0'].map(readDollars)).toEqual(
    [25, 25.5, -5, -60, -5, -60, 1234.5, 0.5, 25, 0],
  )
  expect(
    ['', 'a lot', '12,5', '1,23', '--5', '-(5)', '(5', '5)', '25 dollars', '1e3', '.', '$', '1234567890123456'].map(
      readDollars,
    ),
  ).toEqual(Array.from({ length: 13 }, () => null))
})

test('a plain number is read without a dollar sign', () => {
  expect(['12', '-5', '1,200', '2.5'].map(readNumber)).toEqual([12, -5, 1200, 2.5])
  expect(['$12', '(5)', 'x'].map(readNumber)).toEqual([null, null, null])
})

test('a number that is shown is read as the same number again', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (cents) => {
      expect(readDollars(showNumber(cents / 100, '$'))).toBe(cents / 100)
    }),
  )
  expect([showNumber(25, '$'), showNumber(-1234.5, '$'), showNumber(25.555)]).toEqual([
    '$25.00',
    '-$1,234.50',
    '25.555',
  ])
  expect([grouped('999'), grouped('10000000')]).toEqual(['999', '10,000,000'])
})

test('a long number that a spreadsheet shortened is told from a number with an E in it', () => {
  expect(['1.23E+05', '1E+11', '2,5e+12', '6.14e10', '-1E-5'].map(isShortened)).toEqual([true, true, true, true, true])
  expect(['12E3', 'E+5', '1.23', 'INV1E+5', ''].map(isShortened)).toEqual([false, false, false, false, false])
})
