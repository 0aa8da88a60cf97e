import { createHash } from 'node:crypto'
import PDFDocument from 'pdfkit'
import { drawDocument } from './document.mjs'
import { shareFonts } from './fonts.mjs'
import { openLogo } from './logo.mjs'

/**
 * One PDF under construction. Its bytes depend on the printouts and the logo only: dates come from the printouts, and
 * the file's ID is a hash of them.
 */
export class PdfFile {
  /** @type {Buffer[]} */
  #pieces = []
  #hash = createHash('sha256')
  #documents = 0
  #doc
  #logo

  /** @param {import('../orders.ts').OpenFile} order */
  constructor({ title, author, day, logo }) {
    this.#doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      pdfVersion: '1.7',
      lang: 'en-AU',
      displayTitle: true,
      autoFirstPage: false,
      bufferPages: true,
      font: /** @type {any} */ (null),
      // Midnight UTC is the same day everywhere in Australia.
      info: { Title: title, Author: author, Creator: 'Bagrun', CreationDate: new Date(`${day}T00:00:00Z`) },
    })
    this.#doc.on('data', (piece) => this.#pieces.push(piece))
    escapeMetadata(this.#doc)
    if (logo !== null) this.#hash.update(logo)
    this.#logo = logo && openLogo(this.#doc, logo)
  }

  /** @param {readonly import('../../../domain/documents/printout.ts').Printout[]} printouts */
  print(printouts) {
    for (const printout of printouts) {
      shareFonts(this.#doc)
      drawDocument(this.#doc, printout, this.#logo)
      // Finished pages are written out, which frees their memory.
      this.#doc.flushPages()
      this.#hash.update(JSON.stringify(printout))
      this.#documents += 1
    }
  }

  /** @returns {Promise<Buffer>} */
  finish() {
    if (this.#documents === 0) throw new Error('There is nothing to print')
    return new Promise((resolve) => {
      this.#doc.on('end', () => resolve(Buffer.concat(this.#pieces)))
      Object.assign(this.#doc, { _id: this.#hash.digest().subarray(0, 16) })
      this.#doc.end()
    })
  }
}

/**
 * pdfkit writes title and author unescaped into the XML metadata.
 * @param {any} doc
 */
function escapeMetadata(doc) {
  const write = doc.endMetadata.bind(doc)
  doc.endMetadata = () => {
    doc.info = Object.fromEntries(
      Object.entries(doc.info).map(([key, value]) => [key, typeof value === 'string' ? escaped(value) : value]),
    )
    write()
  }
}

/** @param {string} text */
const escaped = (text) =>
  text
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
