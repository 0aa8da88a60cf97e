import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  closest,
  CUSTOMER_COLUMNS,
  columnsOf,
  customerKey,
  spelling,
  SUBURB_COLUMNS,
  suburbKey,
} from '#domain/import-rows.ts'
import { cellText, readCell, saysNothing } from '#domain/import-cells.ts'
import { COLLECTION_SCHEMES } from '#domain/words.ts'

describe('The headings of an import', () => {
  test('are the known names in any order, whatever their case and spaces', () => {
    expect(columnsOf(['weekNumber', 'Post code', 'LABEL', 'State'], SUBURB_COLUMNS)).toEqual([
      'weekNumber',
      'postCode',
      'label',
      'state',
    ])
  })

  test('leave a column out when they are empty or a dash', () => {
    expect(columnsOf(['label', '', 'postCode', ' - '], SUBURB_COLUMNS)).toEqual(['label', null, 'postCode', null])
  })

  test('are refused when one is unknown, naming it and what is known', () => {
    expect(columnsOf(['label', 'postCode', 'colour'], SUBURB_COLUMNS)).toBe(
      'The heading “colour” isn’t known. Known headings: label, postCode, state, weekNumber. Columns headed with - or nothing are left out.',
    )
    expect(columnsOf(['colour'], CUSTOMER_COLUMNS)).toBe(
      'The heading “colour” isn’t known. Columns headed with - or nothing are left out.',
    )
  })

  test('are quoted in the refusal without control characters and brackets', () => {
    expect(columnsOf(['\u0089PNG\u0001\n{<b>}'], CUSTOMER_COLUMNS)).toMatch(/^The heading “PNG b” isn’t known\./)
    expect(columnsOf(['{}'], CUSTOMER_COLUMNS)).toMatch(/^The heading “…” isn’t known\./)
  })

  test('are refused when one occurs twice, or a required one is missing', () => {
    expect(columnsOf(['label', 'postCode', 'Label'], SUBURB_COLUMNS)).toBe('The heading “label” is used twice.')
    expect(columnsOf(['label'], SUBURB_COLUMNS)).toBe('The first row must name the columns. Missing: postCode.')
  })

  test('may leave out a required one where another column identifies the customer', () => {
    expect(columnsOf(['refId', 'mobilePhone'], CUSTOMER_COLUMNS, (found) => found.has('refId'))).toEqual([
      'refId',
      'mobilePhone',
    ])
  })
})

describe('A cell of an import', () => {
  const { amount, openingBalance, startDate, collectionScheme, doNotRemind, features, runNumber, status } =
    CUSTOMER_COLUMNS

  test.each([
    ['25', 25],
    ['$25.00', 25],
    ['1,234.50', 1234.5],
    ['$ 12.5', 12.5],
    ['A$25.50', 25.5],
    ['25.00 AUD', 25],
    ['$25 per bag', 25],
    ['25.00 inc GST', 25],
    ['$25/bag (incl. GST)', 25],
    ['25 + GST', null],
    ['25 ex GST', null],
    ['-3', null],
    ['2.5E+01', null],
    ['25,00', null],
    ['12.3.4', null],
    ['a lot', null],
  ])('as money: %s', (cell, value) => {
    expect(readCell(amount, cell)).toBe(value)
  })

  test.each([
    ['-60', -60],
    ['-$60.00', -60],
    ['$-60', -60],
    ['(60.00)', -60],
    ['60.00-', -60],
    ['60.00 DR', -60],
    ['$60 cr', 60],
    ['(60', null],
    ['--60', null],
    ['0', 0],
  ])('as a balance, negative when the customer owes: %s', (cell, value) => {
    expect(readCell(openingBalance, cell)).toBe(value)
  })

  test.each([
    ['2026-02-28', '2026-02-28'],
    ['28/02/2026', '2026-02-28'],
    ['1/3/2026', '2026-03-01'],
    ['31/02/2026', null],
    ['02/28/2026', null],
    ['28.02.2026', '2026-02-28'],
    ['1/11/26', '2026-11-01'],
    ['01-Nov-26', '2026-11-01'],
    ['1 November 2026', '2026-11-01'],
    ['01/11/2026 00:00', '2026-11-01'],
    ['2026-11-01T09:30:00', '2026-11-01'],
    ['20261101', '2026-11-01'],
    ['46327', '2026-11-01'],
    ['46327.5', '2026-11-01'],
    ['5/3/1998', '1998-03-05'],
    ['5/3/98', '1998-03-05'],
    ['05-Mar-98', '1998-03-05'],
    ['December 1st, 2026', '2026-12-01'],
    ['Tuesday, Dec 1, 2026', '2026-12-01'],
    ['Dec-26', null],
    ['46', null],
    ['462327', null],
  ])('as a date: %s', (cell, value) => {
    expect(readCell(startDate, cell)).toBe(value)
  })

  test.each([
    ['Yes', true],
    ['TRUE', true],
    ['1', true],
    ['☑', true],
    ['no', false],
    ['0', false],
    ['maybe', null],
  ])('as yes or no: %s', (cell, value) => {
    expect(readCell(doNotRemind, cell)).toBe(value)
  })

  test('as one of the field’s choices, the way people write them', () => {
    expect(readCell(collectionScheme, 'Second-monthly')).toBe('SECOND_MONTHLY')
    expect(readCell(collectionScheme, 'one off')).toBe('ONE_OFF')
    expect(readCell(status, 'Cancelled')).toBe('CANCELED')
    for (const unclear of ['weekly', 'bi-monthly', 'twice a month', 'monthly or fortnightly', 'every 5 weeks', 'yes'])
      expect(readCell(collectionScheme, unclear)).toBeNull()
    for (const word of COLLECTION_SCHEMES)
      expect(readCell(collectionScheme, word.toLowerCase().replaceAll('_', ' '))).toBe(word)
  })

  test.each([
    [
      'MONTHLY',
      ['monthly', 'Monthly', '4 weekly', '4-weekly', 'four weekly', 'every 4 weeks', 'Every month', '1 month'],
    ],
    ['SECOND_MONTHLY', ['every second month', 'every 2 months', '2 monthly', 'every other month', '8 weekly']],
    ['QUARTERLY', ['quarterly', 'every 3 months', '3-monthly', 'every third month', '12 weekly', 'each quarter']],
    ['FORTNIGHTLY', ['every 2 weeks', '2 weekly', 'Fortnightly', 'every fortnight', 'every second week', '2wkly']],
    ['FLEXIBLE', ['on request', 'On call', 'ad-hoc', 'when you ask for it']],
    ['ONE_OFF', ['once', 'One-off', 'one time']],
  ])('as the schedule %s in the words of offices', (scheme, cells) => {
    expect(cells.map((cell) => [cell, readCell(collectionScheme, cell)])).toEqual(cells.map((cell) => [cell, scheme]))
  })

  test('as a choice in the words of other programs, where these can mean only one', () => {
    const { accountType, paymentScheme, state } = CUSTOMER_COLUMNS
    expect(['Res.', 'Home owner'].map((cell) => readCell(accountType, cell))).toEqual(['PERSONAL', 'PERSONAL'])
    expect(['Residential', 'Commercial', 'whatever'].map((cell) => readCell(accountType, cell))).toEqual([
      'PERSONAL',
      'BUSINESS',
      null,
    ])
    expect(['In advance', 'prepay', 'After the collection'].map((cell) => readCell(paymentScheme, cell))).toEqual([
      'PREPAID',
      'PREPAID',
      'POSTPAID',
    ])
    expect(['On hold', 'Current', 'former'].map((cell) => readCell(status, cell))).toEqual([
      'BLOCKED',
      'ACTIVE',
      'CANCELED',
    ])
    expect(['New South Wales', 'N.S.W.', 'nsw'].map((cell) => readCell(state, cell))).toEqual(['NSW', 'NSW', 'NSW'])
  })

  test('is expected in words, never as a code', () => {
    expect(collectionScheme.expects).toBe(
      'Every month, Every second month, Every third month, Every fortnight, On request or Once',
    )
    for (const { expects } of Object.values(CUSTOMER_COLUMNS)) expect(expects).not.toMatch(/[A-Z]{4,}/)
  })

  test('without what spreadsheets and phones add that nobody sees, and empty where it says nothing', () => {
    expect(cellText("'+61 412 345 678\u200e")).toBe('+61 412 345 678')
    expect(cellText("'tis")).toBe("'tis")
    expect(['n/a', 'N.A.', '-', '–', 'none', 'TBA', '#N/A', '?', '$ -'].every(saysNothing)).toBe(true)
    expect(['Na', 'None Street', '0', 'no', '-5'].some(saysNothing)).toBe(false)
  })

  test('as features with | between them, as a whole number', () => {
    expect(readCell(features, 'One bag| At the kerb ||')).toEqual(['One bag', 'At the kerb'])
    expect(readCell(runNumber, '2')).toBe(2)
    expect(readCell(runNumber, '2.5')).toBeNull()
    expect(
      ['Week 2', 'wk2', '#7', 'Run 3', 'R2', '2nd', '3rd week', '1,234', '12.0'].map((cell) =>
        readCell(runNumber, cell),
      ),
    ).toEqual([2, 2, 7, 3, 2, 2, 3, 1234, 12])
  })

  test('as money in cents is never another amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (cents) => {
        const said = `${cents < 0 ? '-' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`
        expect(Math.round(Number(readCell(openingBalance, said)) * 100)).toBe(cents + 0)
      }),
    )
  })
})

test('the same suburb and the same customer are recognised whatever their case, spaces, apostrophes and accents', () => {
  expect(suburbKey(' St  Ives', '2075')).toBe(suburbKey('ST IVES', '2075'))
  expect(suburbKey("O'Connor", '2602')).toBe(suburbKey('O’Connor', '2602'))
  expect(suburbKey('O’Connor', '2602')).not.toBe(suburbKey('O’Connor', '6163'))
  const anna = { firstName: 'Renée', lastName: 'O’Neill', address: '12 High\nStreet', suburbID: 'a' }
  expect(customerKey({ ...anna, firstName: ' RENEE ', address: '12  high street' })).toBe(customerKey(anna))
  for (const lastName of ["O'Neill", 'O‘Neill', 'ONeill', 'O’NEILL']) {
    expect(customerKey({ ...anna, lastName })).toBe(customerKey(anna))
  }
  expect(customerKey({ ...anna, suburbID: 'b' })).not.toBe(customerKey(anna))
})

test('the numbers of an address with a dash between them are not read as one number', () => {
  const at = (address: string) => customerKey({ firstName: 'A', lastName: 'B', address, suburbID: 'a' })
  expect(at('1-2 High Street')).not.toBe(at('12 High Street'))
  expect(at('1–2 High Street')).toBe(at('1-2 High Street'))
})

test('of names that are alike the one spelled the same is meant; where none is, all of them', () => {
  const names = ['O’Brien', 'OBrien', 'obrien']
  const meant = (name: string) => closest(names, (one) => spelling(one) === spelling(name))
  expect([meant('O’BRIEN'), meant('obrien'), meant("O'Brien")]).toEqual([['O’Brien'], ['OBrien', 'obrien'], names])
  expect(closest(['O’Brien'], () => false)).toEqual(['O’Brien'])
  expect(closest([], () => true)).toEqual([])
})
