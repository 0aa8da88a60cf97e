import fs from 'node:fs'
import PDFDocument from 'pdfkit'

/** Words whose glyphs and positions are kept per font: about 10 MB. */
const WORDS_MAX = 5000

/**
 * A font, parsed once per thread (70 ms). pdfkit takes the parsed font of another document in place of a file, and all
 * documents can share its cache of words, because shaping words is most of the work.
 */
class Font {
  #words = Object.create(null)
  #count = 0

  /** @param {string} address */
  constructor(address) {
    const scratch = /** @type {any} */ (new PDFDocument({ font: /** @type {any} */ (null), autoFirstPage: false }))
    scratch.font(fs.readFileSync(new URL(address)))
    this.parsed = scratch._font.font
    const layout = this.parsed.layout.bind(this.parsed)
    this.parsed.layout = (/** @type {string} */ word) => {
      this.#count += 1
      // For each glyph the font keeps the first letters that needed it, and writes them into the file. They must not
      // depend on earlier documents.
      this.parsed._glyphs = {}
      // The feature ccmp splits letters such as "ị" into letter and dot, and text copied from the file would lose the
      // dot.
      return layout(word, { ccmp: false })
    }
  }

  /** The words laid out so far. Read before each document, because they are dropped when there are too many. */
  get words() {
    if (this.#count > WORDS_MAX) {
      this.#words = Object.create(null)
      this.#count = 0
    }
    return this.#words
  }
}

const FONTS = {
  regular: new Font(import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf')),
  bold: new Font(import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf')),
}

/**
 * Adds `regular` and `bold` to a file, or gives them the words laid out for others since.
 * @param {any} doc
 */
export function shareFonts(doc) {
  for (const [name, font] of Object.entries(FONTS)) {
    doc.registerFont(name, font.parsed)
    doc.font(name)._font.layoutCache = font.words
  }
}

/** @type {Map<number, boolean>} */
const known = new Map()

/** @param {number} codePoint */
export function hasGlyph(codePoint) {
  let has = known.get(codePoint)
  if (has === undefined) {
    has = Object.values(FONTS).every(({ parsed }) => parsed.hasGlyphForCodePoint(codePoint))
    known.set(codePoint, has)
  }
  return has
}
