import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { readCsv } from '#server/features/imports/csv-file.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const cell = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '\n', '\r\n', '\r', ' ', 'a', 'é', '|') }),
  )
  .filter((text) => !text.includes('\0'))

/** Any line break is one within a cell. */
const plain = (text: string) => text.replace(/\r\n?/g, '\n')

test('whatever a careful program writes is read back as it was', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 8 }),
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      async (rows, delimiter, newline, mark) => {
        const text = Papa.unparse([['label', 'postCode', 'state'], ...rows], { delimiter, newline, quotes: true })
        const file = await readCsv(bytes(`${mark ? '\uFEFF' : ''}${text}`))
        expect(file.headings).toEqual(['label', 'postCode', 'state'])
        expect(file.rows.map(({ cells }) => cells)).toEqual(
          rows.filter((cells) => cells.some((one) => one.trim() !== '')).map((cells) => cells.map(plain)),
        )
      },
    ),
    { numRuns: 50 },
  )
})

test('a first line that names the separator is no heading', async () => {
  for (const start of ['sep=;\n', '\uFEFFsep=;\r\n', '"sep=;"\r\n']) {
    const { headings, rows } = await readCsv(bytes(`${start}label;postCode\nDural, north;2158`))
    expect([headings, rows]).toEqual([['label', 'postCode'], [{ line: 3, place: 2, cells: ['Dural, north', '2158'] }]])
  }
})

test('the number of a line is the one an editor shows, whatever the lines before it contain', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(cell, fc.constant('')), { maxLength: 8 }),
      fc.constantFrom('\n', '\r\n'),
      async (before, newline) => {
        const text = `a,b${newline}${before.map((one) => (one === '' ? '' : `"${one.replaceAll('"', '""')}",x`)).join(newline)}${newline}last,line`
        const at = plain(text).slice(0, plain(text).lastIndexOf('last,line')).split('\n').length
        expect((await readCsv(bytes(text))).rows.at(-1)).toMatchObject({ line: at, cells: ['last', 'line'] })
      },
    ),
    { numRuns: 50 },
  )
})
