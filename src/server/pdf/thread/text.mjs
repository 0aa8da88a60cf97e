import { hasGlyph } from './fonts.mjs'

/** @typedef {{ size: number, bold?: boolean, colour?: string }} Style */

const PLAIN = /^[\x20-\x7e]*$/
/** Invisible characters, and those that change the direction of the text around them. */
const HIDDEN = /[\p{Cc}\p{Cf}]/gu
/** Emoji and their parts, which are left out when the font lacks them. */
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u20e3\ufe00-\ufe0f]/u
const graphemes = new Intl.Segmenter('en-AU', { granularity: 'grapheme' })

/**
 * One line of text as the font can show it; a missing letter becomes U+FFFD.
 * @param {string} text
 */
export function showable(text) {
  if (PLAIN.test(text)) return text
  const bare = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Z}\t]/gu, ' ')
    .replace(HIDDEN, '')
  let shown = ''
  for (const letter of bare) {
    if (hasGlyph(/** @type {number} */ (letter.codePointAt(0)))) shown += letter
    else if (!PICTURE.test(letter)) shown += '\ufffd'
  }
  return shown
}

/**
 * @param {PDFKit.PDFDocument} doc
 * @param {string} text
 * @param {Style} style
 */
export function widthOf(doc, text, style) {
  return setFont(doc, style).widthOfString(text)
}

/** @param {Style} style */
export const lineHeight = ({ size }) => size * 1.4

/**
 * Breaks a text into lines at spaces and line ends; a word wider than the line is broken between its letters.
 * @param {PDFKit.PDFDocument} doc
 * @param {string} text
 * @param {number} width
 * @param {Style} style
 */
export function wrap(doc, text, width, style) {
  setFont(doc, style)
  const fits = (/** @type {string} */ line) => doc.widthOfString(line) <= width
  /** @type {string[]} */
  const lines = []
  for (const paragraph of text.split(/\r\n|[\n\r]/)) {
    let line = ''
    for (const word of showable(paragraph).split(/ +/)) {
      const longer = line === '' ? word : `${line} ${word}`
      if (fits(longer)) {
        line = longer
        continue
      }
      if (line !== '') lines.push(line)
      line = word
      while (!fits(line)) {
        const part = longestPart(line, fits)
        lines.push(part)
        line = line.slice(part.length)
      }
    }
    lines.push(line)
  }
  return lines
}

/**
 * @param {string} word
 * @param {(part: string) => boolean} fits
 */
function longestPart(word, fits) {
  const ends = Array.from(graphemes.segment(word), ({ index, segment }) => index + segment.length)
  let [low, high] = [0, ends.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(word.slice(0, ends[middle]))) low = middle
    else high = middle - 1
  }
  return word.slice(0, ends[low])
}

/**
 * Draws one line, aligned in the width from x on.
 * @param {PDFKit.PDFDocument} doc
 * @param {string} line
 * @param {{ x: number, y: number, width?: number, align?: 'left' | 'right' | 'centre' }} place
 * @param {Style} style
 */
export function drawLine(doc, line, { x, y, width = 0, align = 'left' }, style) {
  if (line === '') return
  setFont(doc, style).fillColor(style.colour ?? '#000000')
  const spare = align === 'left' ? 0 : width - doc.widthOfString(line)
  doc.text(line, align === 'centre' ? x + spare / 2 : x + spare, y, { lineBreak: false })
}

/**
 * @param {PDFKit.PDFDocument} doc
 * @param {Style} style
 */
function setFont(doc, { size, bold = false }) {
  return doc.font(bold ? 'bold' : 'regular').fontSize(size)
}
