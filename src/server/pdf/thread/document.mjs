import { drawHead } from './head.mjs'
import { Pages } from './page.mjs'
import { drawNotes, drawPanels, drawStrip } from './panels.mjs'
import { drawTable } from './table.mjs'

/** @typedef {ReturnType<typeof import('./logo.mjs').openLogo>} Logo */

/**
 * Draws one document on new pages.
 * @param {PDFKit.PDFDocument} doc
 * @param {import('../../../domain/documents/printout.ts').Printout} printout
 * @param {Logo} logo of this file
 */
export function drawDocument(doc, printout, logo) {
  const pages = new Pages(doc, printout)
  drawHead(pages, logo)
  drawTable(pages, printout.table)
  drawNotes(pages, printout.notes)
  if (printout.strip !== null) drawStrip(pages, printout.strip)
  drawPanels(pages, printout.panels)
  pages.finish()
}
