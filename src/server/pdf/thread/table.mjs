import { INK, LEFT, LINE, RIGHT, SOFT, WIDTH } from './page.mjs'
import { drawLine, lineHeight, wrap } from './text.mjs'

/** @typedef {import('../../../domain/documents/printout.ts').Table} Table */
/** @typedef {{ x: number, width: number, align: 'left' | 'right', kind: string, heading: string }} Column */

const HEAD = { size: 8, bold: true, colour: SOFT }
const CELL = { size: 9, colour: INK }
const PAD = 3.5
const GAP = 12
/** In points; columns of text share the rest. */
const WIDTHS = { day: 58, reference: 92, count: 48, money: 82 }
const SUMS = 236

/**
 * @param {import('./page.mjs').Pages} pages
 * @param {Table} table
 */
export function drawTable(pages, table) {
  const columns = columnsOf(table)
  const head = () => {
    for (const column of columns) pages.line(column.heading, column, HEAD)
    pages.y += lineHeight(HEAD) + 3
    pages.rule(LEFT, RIGHT, INK, 1)
  }
  pages.reserve(60)
  pages.withHead(head, () => {
    for (const row of table.rows) drawRow(pages, columns, row)
    if (table.rows.length === 0 && table.empty !== '') drawEmpty(pages, table.empty)
  })
  drawSums(pages, table.sums)
}

/** @param {Table} table @returns {Column[]} */
function columnsOf({ columns }) {
  const fixed = columns.map(({ kind }) => (kind === 'text' ? 0 : WIDTHS[kind]))
  const texts = columns.filter(({ kind }) => kind === 'text').length
  const spare = WIDTH - GAP * (columns.length - 1) - fixed.reduce((sum, width) => sum + width, 0)
  let x = LEFT
  return columns.map(({ kind, heading }, index) => {
    const width = kind === 'text' ? spare / texts : /** @type {number} */ (fixed[index])
    /** @type {Column} */
    const column = { x, width, align: kind === 'money' || kind === 'count' ? 'right' : 'left', kind, heading }
    x += width + GAP
    return column
  })
}

/**
 * Keeps a row on one page, unless it is higher than a page.
 * @param {import('./page.mjs').Pages} pages
 * @param {readonly Column[]} columns
 * @param {readonly string[]} row
 */
function drawRow(pages, columns, row) {
  const cells = columns.map((column, index) => wrap(pages.doc, row[index] ?? '', column.width, CELL))
  const lines = Math.max(...cells.map((cell) => cell.length))
  const height = lines * lineHeight(CELL) + 2 * PAD
  if (height < 600) pages.reserve(height)
  pages.y += PAD
  for (let line = 0; line < lines; line += 1) {
    pages.reserve(lineHeight(CELL) + PAD)
    for (const [index, column] of columns.entries())
      drawLine(pages.doc, cells[index]?.[line] ?? '', { ...column, y: pages.y }, CELL)
    pages.y += lineHeight(CELL)
  }
  pages.y += PAD
  pages.rule(LEFT, RIGHT, LINE, 0.5)
}

/**
 * @param {import('./page.mjs').Pages} pages
 * @param {string} words
 */
function drawEmpty(pages, words) {
  pages.y += PAD
  pages.line(words, { x: LEFT, width: WIDTH }, { ...CELL, colour: SOFT })
  pages.y += lineHeight(CELL) + PAD
}

/**
 * @param {import('./page.mjs').Pages} pages
 * @param {Table['sums']} sums
 */
function drawSums(pages, sums) {
  const styles = sums.map(({ strong }) =>
    strong ? { size: 11, bold: true, colour: INK } : { size: 9.5, colour: SOFT },
  )
  pages.reserve(styles.reduce((sum, style) => sum + lineHeight(style) + 5, 10))
  pages.y += 8
  for (const [index, { label, value }] of sums.entries()) {
    const style = /** @type {import('./text.mjs').Style} */ (styles[index])
    const x = RIGHT - SUMS
    pages.line(label, { x, width: SUMS * 0.62 }, style)
    pages.line(value, { x: x + SUMS * 0.5, width: SUMS * 0.5, align: 'right' }, style)
    pages.y += lineHeight(style) + 5
  }
}
