import { drawPairs } from './head.mjs'
import { ACCENT, INK, LEFT, LINE, RIGHT, SOFT, WHITE, WIDTH } from './page.mjs'
import { drawLine, lineHeight, widthOf } from './text.mjs'

/** @typedef {import('../../../domain/documents/printout.ts').Panel} Panel */

const TITLE = { size: 10, bold: true, colour: INK }
const TEXT = { size: 9, colour: INK }
const SMALL = { size: 8, colour: ACCENT }
const BUTTON = { size: 9.5, bold: true, colour: WHITE }
const PAD = 12
const GAP = 16
const PANEL = (WIDTH - GAP) / 2
const INSIDE = PANEL - 2 * PAD

/**
 * @param {import('./page.mjs').Pages} pages
 * @param {readonly Panel[]} panels
 */
export function drawPanels(pages, panels) {
  if (panels.length === 0) return
  const height = Math.max(...panels.map((panel) => heightOf(pages, panel)))
  pages.y += 14
  pages.reserve(height)
  for (const [index, panel] of panels.entries()) drawPanel(pages, panel, LEFT + index * (PANEL + GAP), height)
  pages.y += height
}

/**
 * @param {import('./page.mjs').Pages} pages
 * @param {Panel} panel
 */
function heightOf(pages, { title, text, link, facts }) {
  const pairs = facts.reduce((sum, { label, value }) => {
    const width = INSIDE - widthOf(pages.doc, label, TEXT) - 10
    return sum + pages.heightOf(value, width, { ...TEXT, bold: true }) + 3
  }, -3)
  return (
    2 * PAD +
    pages.heightOf(title, INSIDE, TITLE) +
    4 +
    (link === null ? 0 : 22 + 4 + pages.heightOf(link.url, INSIDE, SMALL) + 6) +
    (text === '' ? 0 : pages.heightOf(text, INSIDE, TEXT) + 4) +
    Math.max(pairs, 0)
  )
}

/**
 * @param {import('./page.mjs').Pages} pages
 * @param {Panel} panel
 * @param {number} left
 * @param {number} height
 */
function drawPanel(pages, { title, text, link, facts }, left, height) {
  const x = left + PAD
  pages.doc.roundedRect(left, pages.y, PANEL, height, 6).lineWidth(0.75).stroke(LINE)
  let y = pages.block(title, { x, y: pages.y + PAD, width: INSIDE }, TITLE) + 4
  if (link !== null) y = drawLink(pages, link, x, y) + 6
  if (text !== '') y = pages.block(text, { x, y, width: INSIDE }, TEXT) + 4
  drawPairs(pages, facts, { x, y, width: INSIDE }, TEXT)
}

/**
 * Draws a button, and below it the address for readers on paper. @returns the y below
 * @param {import('./page.mjs').Pages} pages
 * @param {{ words: string, url: string }} link
 * @param {number} x
 * @param {number} y
 */
function drawLink(pages, { words, url }, x, y) {
  const width = widthOf(pages.doc, words, BUTTON) + 28
  pages.doc.roundedRect(x, y, width, 22, 5).fill(ACCENT)
  drawLine(pages.doc, words, { x, y: y + 4.5, width, align: 'centre' }, BUTTON)
  const below = pages.block(url, { x, y: y + 26, width: INSIDE }, SMALL)
  pages.doc.link(x, y, width, 22, url)
  pages.doc.link(x, y + 26, INSIDE, below - y - 26, url)
  return below
}

/**
 * @param {import('./page.mjs').Pages} pages
 * @param {NonNullable<import('../../../domain/documents/printout.ts').Printout['strip']>} strip
 */
export function drawStrip(pages, { title, facts }) {
  pages.y += 14
  pages.reserve(70)
  pages.line(title, { x: LEFT, width: WIDTH }, TITLE)
  pages.y += lineHeight(TITLE) + 4
  pages.doc.roundedRect(LEFT, pages.y, WIDTH, 42, 6).lineWidth(0.75).stroke(LINE)
  const width = WIDTH / facts.length
  for (const [index, { label, value }] of facts.entries()) {
    const cell = { x: LEFT + index * width + 6, width: width - 12, align: /** @type {const} */ ('centre') }
    pages.line(label, { ...cell, y: pages.y + 7 }, { size: 8, colour: SOFT })
    const size = pages.sizeFor(value, cell.width, [10, 8.5, 7])
    drawLine(pages.doc, value, { ...cell, y: pages.y + 20 }, { ...TEXT, size, bold: true })
    if (index > 0) {
      const edge = LEFT + index * width
      pages.doc
        .moveTo(edge, pages.y)
        .lineTo(edge, pages.y + 42)
        .lineWidth(0.5)
        .stroke(LINE)
    }
  }
  pages.y += 42
}

/**
 * @param {import('./page.mjs').Pages} pages
 * @param {readonly { title: string, text: string }[]} notes
 */
export function drawNotes(pages, notes) {
  for (const { title, text } of notes) {
    pages.y += 14
    pages.reserve(lineHeight(TITLE) + 2 * lineHeight(TEXT))
    if (title !== '') {
      pages.line(title, { x: LEFT, width: WIDTH }, TITLE)
      pages.y += lineHeight(TITLE) + 2
    }
    pages.paragraph(text, { x: LEFT, width: RIGHT - LEFT }, { ...TEXT, colour: SOFT })
  }
}
