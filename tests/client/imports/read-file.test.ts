import { expect, test } from 'vitest'
import {
  addedFields,
  cellsOf,
  correctedRows,
  NO_CORRECTIONS,
  withCorrection,
} from '#client/features/imports/corrections.ts'
import { guessColumns } from '#client/features/imports/guess-columns.ts'
import { FIELD_NAMES } from '#client/features/imports/field-names.ts'
import { IMPORT_KINDS, type ImportKind } from '#client/features/imports/import-kinds.ts'
import { judgeMapping, settableForAll } from '#client/features/imports/mapping-rules.ts'
import { type ChosenFile, readFile, withHeadings } from '#client/features/imports/read-file.ts'

const fileOf = (content: BlobPart) => new File([content], 'file.csv')
const read = async (content: BlobPart) => (await readFile(fileOf(content))) as ChosenFile
const guess = (headings: readonly string[], kind: ImportKind) =>
  guessColumns(headings, kind, (field) => FIELD_NAMES[field])

test('A file is read as spreadsheets write it: byte-order mark, semicolons or tabs, any line break, quotes', async () => {
  const { headings, rows } = await read('\uFEFFSuburb;"Post; code"\r\nDural;2158\r\n"Baulkham; Hills";2153\r\n')
  expect(headings).toEqual(['Suburb', 'Post; code'])
  expect(rows).toEqual([
    ['Dural', '2158'],
    ['Baulkham; Hills', '2153'],
  ])
  expect((await read('a\tb\n1\t2')).rows).toEqual([['1', '2']])
})

test('A first line that names the separator is no heading, and the lines keep their numbers', async () => {
  const file = await read('\uFEFFsep=;\r\nSuburb;Post,code\r\nDural;2158\r\n')
  expect([file.headings, file.rows, file.firstLine]).toEqual([['Suburb', 'Post,code'], [['Dural', '2158']], 3])
  expect(await withHeadings(file, ['label', 'postCode']).text()).toBe('sep=;\nlabel;postCode\nDural;2158\n')
})

test('A file of an old Excel is read in Windows-1252', async () => {
  expect((await read(new Uint8Array([...new TextEncoder().encode('name,x\nCaf'), 0xe9, 0x2c, 0x31]))).rows).toEqual([
    ['Café', '1'],
  ])
})

test('A file that can’t be imported is refused with the reason', async () => {
  expect(await readFile(fileOf(''))).toBe('fileEmpty')
  expect(await readFile(fileOf(new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14])))).toBe('fileXlsx')
  expect(await readFile(fileOf(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0])))).toBe('fileXls')
  expect(await readFile(fileOf('label,postCode\n\n'))).toBe('fileOneLine')
  expect(await readFile(fileOf('label,postCode'))).toBe('fileOneLine')
})

test('Only the heading is replaced: every other line stays as it is and where it is', async () => {
  const file = await read('Name;"Post\tcode";x\r\nDural;2158;"a\r\nb"\r\n\r\nBroken;"2159;\r\n')
  expect(await withHeadings(file, ['label', 'postCode', null]).text()).toBe(
    'label;postCode;-\nDural;2158;"a\nb"\n\nBroken;"2159;\n',
  )
  const late = await read('\n\nlabel,postCode\nDural,2158')
  expect(await withHeadings(late, ['label', 'postCode']).text()).toBe('\n\nlabel,postCode\nDural,2158\n')
})

test('A corrected cell stays on its line, whatever line breaks, blank and too long rows are above it', async () => {
  const file = await read('\nName,"Post\ncode",x\r\nDural,2158,"a\r\nb"\r\n\r\nGlenorie,2157,c,more\r\nRound,1\r\n')
  const chosen = ['label', 'postCode', null] as const
  expect([...cellsOf(file, chosen, (line) => line === 8)]).toEqual([[8, { label: 'Round', postCode: '1' }]])
  const corrections = withCorrection(withCorrection(NO_CORRECTIONS, [8], 'postCode', '2158'), [4], 'weekNumber', '3')
  const added = addedFields(chosen, corrections)
  expect(correctedRows(file, chosen, added, (line, field, cell) => corrections.get(line)?.[field] ?? cell)).toBe(
    'Dural,2158,"a\nb",3\n\nGlenorie,2157,c,,more\nRound,2158,,\n',
  )
})

test('Columns are recognised by the field name, by its label and by other usual names, each field once', () => {
  expect(guess(['Post code', 'SUBURB', 'week', 'Remarks'], IMPORT_KINDS.suburbs)).toEqual([
    'postCode',
    'label',
    'weekNumber',
    null,
  ])
  expect(
    guess(
      [
        'Cust No',
        'First name',
        'Surname',
        'Mobile',
        'Phone',
        'Street',
        'Suburb',
        'Post code',
        'Frequency',
        'Balance',
        'Surname',
      ],
      IMPORT_KINDS.customers,
    ),
  ).toEqual([
    'refId',
    'firstName',
    'lastName',
    'mobilePhone',
    'homePhone',
    'address',
    'suburbLabel',
    'postcode',
    'collectionScheme',
    'openingBalance',
    null,
  ])
})

test('A column “Name” is the whole name where another has the given name', () => {
  const { customers } = IMPORT_KINDS
  expect(guess(['Given name', 'Name', 'Surname'], customers)).toEqual(['firstName', null, 'lastName'])
  expect(guess(['Name', 'Family name'], customers)).toEqual(['firstName', 'lastName'])
})

test('What customers bring from the old program is recognised by its usual names', () => {
  expect(guess(['Customer no', 'Balance', 'Owing since', 'Collections left'], IMPORT_KINDS.customers)).toEqual([
    'refId',
    'openingBalance',
    'openingDueDate',
    'prepaidLeft',
  ])
  const { invoices } = IMPORT_KINDS
  expect(guess(['Account', 'Invoice no.', 'Date', 'Due date', 'Amount due', 'Name'], invoices)).toEqual([
    'refId',
    'oldNumber',
    'issueDate',
    'dueDate',
    'owing',
    null,
  ])
  // A number alone is the invoice’s.
  expect(guess(['Number', 'Ref', 'Issued', 'Balance'], invoices)).toEqual(['oldNumber', 'refId', 'issueDate', 'owing'])
})

test('A column with the exact field name comes before one with a similar name', () => {
  expect(guess(['Name', 'label', 'Postcode'], IMPORT_KINDS.suburbs)).toEqual([null, 'label', 'postCode'])
})

test('A missing required column is reported, unless the file identifies the customers by number', () => {
  expect(judgeMapping(['label', null], IMPORT_KINDS.suburbs)).toMatchObject({ missing: ['postCode'], isGood: false })
  expect(judgeMapping(['label', 'postCode'], IMPORT_KINDS.suburbs)).toMatchObject({ missing: [], isGood: true })
  expect(judgeMapping(['refId', 'notes'], IMPORT_KINDS.customers)).toMatchObject({ missing: [], isGood: true })
  expect(judgeMapping(['refId', 'notes'], IMPORT_KINDS.customers).missingForNew).toContain('firstName')
  expect(judgeMapping(['label', 'label', 'postCode'], IMPORT_KINDS.suburbs)).toMatchObject({
    twice: 'label',
    isGood: false,
  })
})

test('A value for every line is written once, in the heading, whatever characters it has', async () => {
  const file = await read('Name,Surname\nAnna,Smith\n')
  const sent = withHeadings(
    file,
    ['firstName', 'lastName'],
    [
      ['accountType', 'PERSONAL'],
      ['packageName', 'Bag, "large"'],
    ],
  )
  expect(await sent.text()).toBe('firstName,lastName,accountType=PERSONAL,"packageName=Bag, ""large"""\nAnna,Smith\n')
  const customers = IMPORT_KINDS.customers
  expect(settableForAll(['accountType', 'firstName'], customers)).toEqual(['packageName', 'startDate', 'invoiceType'])
  const columns = ['firstName', 'lastName', 'address', 'suburbLabel'] as const
  const sameForAll = { packageName: 'Garden bag', startDate: '2026-02-01', accountType: 'PERSONAL' }
  expect(judgeMapping(columns, customers, sameForAll)).toMatchObject({ missing: ['invoiceType'], isGood: false })
  expect(judgeMapping(columns, customers, { ...sameForAll, invoiceType: '1C' })).toMatchObject({
    missing: [],
    isGood: true,
  })
})
