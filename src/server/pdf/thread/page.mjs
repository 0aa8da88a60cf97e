import { drawLine, lineHeight, showable, widthOf, wrap } from './text.mjs'

/** @typedef {import('./text.mjs').Style} Style */

export const INK = '#0e1a14'
export const SOFT = '#3d4a43'
export const LINE = '#d5dcd7'
export const TINT = '#f4f6f3'
export const ACCENT = '#0b5d3b'
export const WHITE = '#ffffff'

/** Points: 1/72 inch. A4 is 595 x 842. */
export const LEFT = 48
export const WIDTH = 499
export const RIGHT = LEFT + WIDTH
const TOP = 40
const BOTTOM = 782
const FOOTER = 802

const SMALL = { size: 7.5, colour: SOFT }

/** The pages of one document, and the position of its next part. */
export class Pages {
  y = TOP
  #first
  /** Draws the table's heading at the top of each further page. */
  #repeated = () => {}

  /**
   * @param {PDFKit.PDFDocument} doc
   * @param {import('../../../domain/documents/printout.ts').Printout} printout
   */
  constructor(doc, printout) {
    this.doc = doc
    this.printout = printout
    this.doc.addPage()
    this.#first = doc.bufferedPageRange().start
  }

  /** @param {number} height whether this height fits on the page */
  fits(height) {
    return this.y + height <= BOTTOM
  }

  /** Begins a new page unless this height fits. @param {number} height */
  reserve(height) {
    if (!this.fits(height)) this.turn()
  }

  turn() {
    this.doc.addPage()
    this.y = TOP
    const { firm, title } = this.printout
    this.line(firm.name, { x: LEFT, width: WIDTH / 2 - 8 }, SMALL)
    this.line(title, { x: LEFT + WIDTH / 2 + 8, width: WIDTH / 2 - 8, align: 'right' }, { ...SMALL, bold: true })
    this.y += 14
    this.rule(LEFT, RIGHT, LINE)
    this.y += 14
    this.#repeated()
  }

  /**
   * @param {() => void} draw called now and at the top of each page that begins during `work`
   * @param {() => void} work
   */
  withHead(draw, work) {
    draw()
    this.#repeated = draw
    work()
    this.#repeated = () => {}
  }

  /**
   * Draws one line at the current position, shortened to its width.
   * @param {string} text
   * @param {{ x: number, y?: number, width: number, align?: 'left' | 'right' | 'centre' }} place
   * @param {Style} style
   */
  line(text, place, style) {
    const shown = showable(text)
    const [first = '', ...more] = wrap(this.doc, shown, place.width, style)
    drawLine(this.doc, more.length === 0 ? first : `${first.slice(0, -1)}…`, { y: this.y, ...place }, style)
  }

  /**
   * Draws wrapped lines from y on. @returns the y below them
   * @param {string} text
   * @param {{ x: number, y: number, width: number, align?: 'left' | 'right' }} place
   * @param {Style} style
   */
  block(text, place, style) {
    let y = place.y
    for (const line of wrap(this.doc, text, place.width, style)) {
      drawLine(this.doc, line, { ...place, y }, style)
      y += lineHeight(style)
    }
    return y
  }

  /**
   * Draws wrapped lines at the current position, over as many pages as they need.
   * @param {string} text
   * @param {{ x: number, width: number }} place
   * @param {Style} style
   */
  paragraph(text, place, style) {
    for (const line of wrap(this.doc, text, place.width, style)) {
      this.reserve(lineHeight(style))
      drawLine(this.doc, line, { ...place, y: this.y }, style)
      this.y += lineHeight(style)
    }
  }

  /**
   * @param {string} text
   * @param {number} width
   * @param {Style} style
   */
  heightOf(text, width, style) {
    return wrap(this.doc, text, width, style).length * lineHeight(style)
  }

  /**
   * The largest size, from `sizes`, at which the text is one line.
   * @param {string} text
   * @param {number} width
   * @param {readonly number[]} sizes largest first
   */
  sizeFor(text, width, sizes) {
    const shown = showable(text)
    return sizes.find((size) => widthOf(this.doc, shown, { size, bold: true }) <= width) ?? sizes.at(-1) ?? 0
  }

  /**
   * @param {number} from
   * @param {number} to
   * @param {string} colour
   */
  rule(from, to, colour, width = 0.75) {
    this.doc.moveTo(from, this.y).lineTo(to, this.y).lineWidth(width).stroke(colour)
  }

  /** Draws the foot of every page, once their number is known. */
  finish() {
    const { count } = this.doc.bufferedPageRange()
    for (let page = 1; page <= count; page += 1) {
      this.doc.switchToPage(this.#first + page - 1)
      this.y = FOOTER - 8
      this.rule(LEFT, RIGHT, LINE)
      this.line(this.printout.footer, { x: LEFT, y: FOOTER, width: WIDTH - 90 }, SMALL)
      this.line(`Page ${page} of ${count}`, { x: RIGHT - 80, y: FOOTER, width: 80, align: 'right' }, SMALL)
    }
  }
}
