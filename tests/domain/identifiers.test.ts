import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bareNumber,
  incomeReadableId,
  isABN,
  isID,
  isTFN,
  luhnDigit,
  masked,
  newID,
  paymentReference,
  readableRunID,
  runRefId,
  showABN,
  typedBSB,
} from '#domain/identifiers.ts'

const ABN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
const TFN_WEIGHTS = [1, 4, 3, 7, 5, 8, 6, 9, 10]
const digits = (length: number) => fc.array(fc.nat(9), { minLength: length, maxLength: length })
const weigh = (numbers: number[], weights: number[]) =>
  numbers.reduce((sum, digit, i) => sum + digit * (weights[i] ?? 0), 0)
const abns = digits(11).filter(
  ([first = 0, ...rest]) => first > 0 && weigh([first - 1, ...rest], ABN_WEIGHTS) % 89 === 0,
)
const tfns = digits(9).filter((tfn) => tfn.some((digit) => digit > 0) && weigh(tfn, TFN_WEIGHTS) % 11 === 0)
const withOneWrong = (numbers: number[], at: number, by: number) =>
  numbers.map((digit, i) => (i === at ? (digit + by) % 10 : digit)).join('')

it('An ABN is shown in groups of 2, 3, 3 and 3 digits, and anything else as it is', () => {
  expect(['51824753556', '51 824 753 556', '123', ''].map(showABN)).toEqual([
    '51 824 753 556',
    '51 824 753 556',
    '123',
    '',
  ])
})

describe('ids', () => {
  it('are UUIDs of version 7 that carry their time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 48 - 1 }),
        fc.uint8Array({ minLength: 10, maxLength: 10 }),
        (now, random) => {
          const id = newID(now, random)
          expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
          expect(parseInt(id.slice(0, 13).replace('-', ''), 16)).toBe(now)
          expect(isID(id)).toBe(true)
        },
      ),
    )
  })

  it('sort by the millisecond they were made in', () => {
    expect(newID(1_767_225_600_000) < newID(1_767_225_600_001)).toBe(true)
  })

  it('are never the same twice', () => {
    expect(new Set(Array.from({ length: 1000 }, () => newID(1_767_225_600_000))).size).toBe(1000)
  })

  it('use all the random bits they are given', () => {
    const zeros = new Uint8Array(10)
    const ids = Array.from({ length: 10 }, (_, i) => newID(0, zeros.with(i, 1)))
    expect(new Set([...ids, newID(0, zeros)]).size).toBe(11)
  })

  it('are recognised among other texts', () => {
    expect(
      [
        '',
        'R00042',
        '0190b8a0-0000-7000-8000-00000000000',
        '0190b8a0-0000-7000-8000-00000000000g',
        '0190b8a00000700080000000000000000000',
      ].map(isID),
    ).toEqual(Array(5).fill(false))
  })
})

describe('payment references', () => {
  it('end in the Luhn digit', () => {
    expect(luhnDigit('7992739871')).toBe(3)
    expect(paymentReference('10482')).toBe(`10482${luhnDigit('10482')}`)
  })

  it('show every single wrong digit and every swap of neighbours except 09 and 90', () => {
    fc.assert(
      fc.property(digits(5), fc.nat(4), fc.integer({ min: 1, max: 9 }), fc.nat(3), (ref, at, by, swap) => {
        const right = luhnDigit(ref.join(''))
        expect(luhnDigit(withOneWrong(ref, at, by))).not.toBe(right)
        const [a = 0, b = 0] = ref.slice(swap)
        const swapped = [...ref.slice(0, swap), b, a, ...ref.slice(swap + 2)]
        if (a !== b && a + b !== 9) expect(luhnDigit(swapped.join(''))).not.toBe(right)
      }),
    )
  })
})

describe('Australian numbers', () => {
  it('accepts real ABNs and TFNs, with or without spaces', () => {
    expect(['51 824 753 556', '51824753556', '53 004 085 616'].map(isABN)).toEqual([true, true, true])
    expect(['123 456 782', '123456782'].map(isTFN)).toEqual([true, true])
  })

  it.each([
    ['51-824-753-556', '51824753556'],
    ['51.824.753.556', '51824753556'],
    ['ABN 51 824 753 556', '51824753556'],
    ['ABN51824753556', '51824753556'],
    ['abn#51824753556', '51824753556'],
    ['BSB062-000', '062000'],
    ['Account number12345678', '12345678'],
    ['Accounting', 'Accounting'],
    ['abn: 51824753556', '51824753556'],
    ['A.B.N. 51\u00a0824\u00a0753\u00a0556', '51824753556'],
    ['51–824–753–556\u200e', '51824753556'],
    ['Acct No. 1234 5678', '12345678'],
    ['Account number: 12-34-5678', '12345678'],
    ['TFN 123 456 782', '123456782'],
    ['ABN', ''],
    ['abnormal 5', 'abnormal5'],
    ['12x34', '12x34'],
    ['1,234', '1,234'],
  ])('are read as people type them: %s', (typed, bare) => {
    expect(bareNumber(typed)).toBe(bare)
  })

  it.each([
    ['062000', '062-000'],
    ['062 000', '062-000'],
    ['BSB: 062–000', '062-000'],
    ['06200', '06200'],
  ])('show a BSB in two halves: %s', (typed, bsb) => {
    expect(typedBSB(typed)).toBe(bsb)
  })

  it('refuses wrong numbers', () => {
    expect(['', '51824753557', '5182475355', '518247535560', '00000000000', 'ABN51824753'].map(isABN)).toEqual(
      Array(6).fill(false),
    )
    expect(['', '000000000', '000 000 000', '123456789', '12345678', 'x23456782'].map(isTFN)).toEqual(
      Array(6).fill(false),
    )
  })

  it('catches any single wrong digit of an ABN', () => {
    fc.assert(
      fc.property(
        abns,
        fc.nat(10),
        fc.integer({ min: 1, max: 9 }),
        (abn, at, by) => isABN(abn.join('')) && !isABN(withOneWrong(abn, at, by)),
      ),
    )
  })

  it('catches any single wrong digit of a TFN', () => {
    fc.assert(
      fc.property(
        tfns,
        fc.nat(8),
        fc.integer({ min: 1, max: 9 }),
        (tfn, at, by) => isTFN(tfn.join('')) && !isTFN(withOneWrong(tfn, at, by)),
      ),
    )
  })

  it('shows the last three characters of a private number, and none of a short one', () => {
    expect([masked('123 456 782'), masked('12345678'), masked('1234')]).toEqual([
      '*** *** 782',
      '*** *** 678',
      '*** ***',
    ])
  })
})

describe('readable names', () => {
  it('name runs and incomes', () => {
    expect([runRefId(42), runRefId(123_456)]).toEqual(['R00042', 'R123456'])
    expect([readableRunID(2026, 11, 2, 1), readableRunID(2026, 3, 5, 2)]).toEqual(['2026-11-W2-1', '2026-03-W5-2'])
    expect(incomeReadableId('2026-11-W2-1', '10482')).toBe('P-2026-11-W2-1-10482')
  })
})
