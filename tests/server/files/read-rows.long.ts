import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { type FileRow, readRows } from '#server/files/read-rows.ts'
import { inFull } from '../../support/databases.ts'

const BOUNDS = { rows: 50_001, lines: 1_048_576 }
const MEGABYTE = 1_048_576
const bytesOf = (text: string) => new TextEncoder().encode(text)
const read = (text: string, bounds = BOUNDS) => readRows({ bytes: bytesOf(text), bounds })

/** A random sequence that is the same in each run. */
function dice(seed: number): (sides: number) => number {
  let at = seed
  return (sides) => {
    at = (Math.imul(at, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((at / 2 ** 32) * sides)
  }
}

describe('the rows of a file that is read in parts', () => {
  test.each(inFull ? [1, 2, 3] : [1])('are those of the whole file, wherever a part ends (%i)', async (seed) => {
    const roll = dice(seed)
    const cells = ['a', 'é', '李小龙', '"', ',', '\r\n', '\n', 'two words', '', '😀']
    const row = () => Array.from({ length: 3 }, () => Array.from({ length: roll(40) }, () => cells[roll(10)]).join(''))
    const rows = Array.from({ length: 15_000 }, row)
    const text = Papa.unparse(rows, { newline: '\r\n' })
    expect(bytesOf(text).length).toBeGreaterThan(MEGABYTE)
    const whole = Papa.parse<string[]>(text.replace(/\r\n/g, '\n'), { delimiter: ',', newline: '\n' }).data
    const filled = whole.filter((one) => one.some((cell) => cell.trim() !== ''))
    expect((await read(text)).map((one) => one.cells)).toEqual(filled)
  })

  test('Windows-1252 is read in parts too', async () => {
    const text = 'Zoë,€5\n'.repeat(100_000)
    const bytes = Buffer.from(text.replaceAll('€', '\u0080'), 'latin1')
    const rows = await readRows({ bytes, bounds: { rows: 200_000, lines: 200_000 } })
    expect(rows).toHaveLength(100_000)
    expect(new Set(rows.map(({ cells }) => cells.join()))).toEqual(new Set(['Zoë,€5']))
  })
})

const SHEET = 1_048_576
const HOSTILE: [string, () => string, RegExp | number][] = [
  ['31 MB of line ends', () => '\n'.repeat(31 * MEGABYTE), /more than 1048576 lines/],
  ['31 MB of carriage returns', () => '\r'.repeat(31 * MEGABYTE), /more than 1048576 lines/],
  ['a sheet whose empty rows were saved', () => `a,b\n1,2\n${',,,,\n'.repeat(SHEET - 3)}3,4`, 3],
  ['31 MB of separators in one line', () => `a,b\n${','.repeat(31 * MEGABYTE)}`, /Line 2: a cell|Line 2: there are|^$/],
  ['a line of 600 columns', () => `a,b\n${'x,'.repeat(600)}`, /Line 2: there are more than 500 columns/],
  [
    'a quotation mark that is never closed',
    () => `a,b\n"${'x\n'.repeat(15 * MEGABYTE)}`,
    /Line 2: a quotation mark isn’t closed/,
  ],
  ['a cell of a megabyte', () => `a,b\n1,${'x'.repeat(MEGABYTE)}`, /Line 2: a cell has more than 32767 characters/],
  ['31 MB of quotation marks', () => '"'.repeat(31 * MEGABYTE), /Line 1/],
  ['a million short rows', () => 'a,b\n'.repeat(SHEET), /This file has 1048575 rows; at most 50000/],
]

/** Large ones take seconds each: the proof reads them all. */
const USUAL = ['31 MB of line ends', 'a line of 600 columns', 'a cell of a megabyte']

describe('a file of an extreme kind', () => {
  test.each(HOSTILE.filter(([name]) => inFull || USUAL.includes(name)))(
    '%s is read or refused in words, and the server answers meanwhile',
    async (_kind, make, expected) => {
      const bytes = bytesOf(make())
      const before = process.memoryUsage().rss
      let [turns, highest] = [0, 0]
      // A request would be answered in each turn of the event loop.
      const looking = setInterval(() => {
        turns += 1
        highest = Math.max(highest, process.memoryUsage().rss - before)
      }, 5)
      const answer = await readRows({ bytes, bounds: BOUNDS }).catch((error: Error) => error)
      clearInterval(looking)
      if (typeof expected === 'number') expect((answer as FileRow[]).length).toBe(expected)
      else expect(answer instanceof Error ? answer.message : '').toMatch(expected)
      expect(highest).toBeLessThan(200 * MEGABYTE)
      if (bytes.length > 8 * MEGABYTE) expect(turns).toBeGreaterThan(20)
    },
  )
})
