import { ACCENT, INK, LEFT, RIGHT, SOFT, TINT, WIDTH } from './page.mjs'
import { drawLine, lineHeight, widthOf } from './text.mjs'

const LABEL = { size: 8, bold: true, colour: SOFT }
const TEXT = { size: 9.5, colour: INK }
const NAME = { size: 11, bold: true, colour: INK }
const CONTACT = { size: 8.5, colour: SOFT }
/** The width of each of the two columns. */
const HALF = 236
const SECOND = RIGHT - HALF
/** The customer's name and address are at the height of an envelope's window. */
const ADDRESS_TOP = 144

/**
 * Draws firm, title, customer and the main figures at the top of the first page.
 * @param {import('./page.mjs').Pages} pages
 * @param {import('./logo.mjs').Logo} logo
 */
export function drawHead(pages, logo) {
  const firmEnds = drawFirm(pages, logo)
  const titleEnds = drawTitle(pages)
  pages.y = Math.max(firmEnds + 16, titleEnds + 16, ADDRESS_TOP)
  pages.y = Math.max(drawAddressee(pages), drawFacts(pages)) + 16
  drawHeadline(pages)
}

/**
 * Draws the logo, or the name in large letters; then the firm's address.
 * @param {import('./page.mjs').Pages} pages
 * @param {import('./logo.mjs').Logo} logo
 */
function drawFirm(pages, logo) {
  const { firm } = pages.printout
  let { y } = pages
  if (logo === null) {
    const size = pages.sizeFor(firm.name, HALF, [18, 16, 14])
    y = pages.block(firm.name, { x: LEFT, y: y - 3, width: HALF }, { size, bold: true, colour: INK }) + 2
  } else {
    pages.doc.image(logo.image, LEFT, y, { scale: logo.scale })
    y = pages.block(
      firm.name,
      { x: LEFT, y: y + logo.height + 7, width: HALF },
      { ...CONTACT, bold: true, colour: INK },
    )
  }
  for (const line of firm.lines) y = pages.block(line, { x: LEFT, y, width: HALF }, CONTACT)
  return y
}

/** @param {import('./page.mjs').Pages} pages */
function drawTitle(pages) {
  const { heading, number } = pages.printout
  const place = { x: SECOND, width: HALF, align: /** @type {const} */ ('right') }
  const size = pages.sizeFor(heading, HALF, [24, 20])
  const y = pages.block(heading, { ...place, y: pages.y - 6 }, { size, bold: true, colour: ACCENT })
  return number === '' ? y : pages.block(number, { ...place, y: y + 1 }, { size: 11, bold: true, colour: SOFT })
}

/** @param {import('./page.mjs').Pages} pages */
function drawAddressee(pages) {
  const { label, name, lines } = pages.printout.addressee
  let y = pages.block(label, { x: LEFT, y: pages.y, width: HALF }, LABEL) + 2
  y = pages.block(name, { x: LEFT, y, width: HALF }, NAME)
  for (const line of lines) y = pages.block(line, { x: LEFT, y, width: HALF }, TEXT)
  return y
}

/** @param {import('./page.mjs').Pages} pages */
function drawFacts(pages) {
  return drawPairs(pages, pages.printout.facts, { x: SECOND, y: pages.y, width: HALF }, TEXT)
}

/**
 * Draws labels on the left, values on the right. @returns the y below them
 * @param {import('./page.mjs').Pages} pages
 * @param {readonly import('../../../domain/documents/printout.ts').Fact[]} facts
 * @param {{ x: number, y: number, width: number }} place
 * @param {import('./text.mjs').Style} style
 */
export function drawPairs(pages, facts, { x, y, width }, style) {
  let below = y
  for (const { label, value } of facts) {
    const labelWidth = widthOf(pages.doc, label, style) + 10
    pages.line(label, { x, y: below, width: labelWidth }, { ...style, colour: SOFT })
    const right = { x: x + labelWidth, y: below, width: width - labelWidth, align: /** @type {const} */ ('right') }
    below = pages.block(value, right, { ...style, bold: true, colour: INK }) + 3
  }
  return below - 3
}

/** @param {import('./page.mjs').Pages} pages */
function drawHeadline(pages) {
  const { label, value, note } = pages.printout.headline
  const height = 42
  pages.reserve(height + 80)
  pages.doc.roundedRect(LEFT, pages.y, WIDTH, height, 6).fill(TINT)
  pages.doc.roundedRect(LEFT, pages.y, 4, height, 2).fill(ACCENT)
  const size = { size: 18, bold: true, colour: INK }
  drawLine(pages.doc, value, { x: RIGHT - 14, y: pages.y + 8.5, width: 0, align: 'right' }, size)
  const room = WIDTH - 44 - widthOf(pages.doc, value, size)
  pages.line(
    label,
    { x: LEFT + 16, y: pages.y + (note === '' ? 13.5 : 6.5), width: room },
    { ...TEXT, bold: true, size: 11 },
  )
  pages.line(note, { x: LEFT + 16, y: pages.y + 7 + lineHeight({ size: 11 }), width: room }, { ...TEXT, colour: SOFT })
  pages.y += height + 20
}
