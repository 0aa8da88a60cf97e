import { drawHead } from './head.mjs'
import { Pages } from './page.mjs'
import { drawNotes, drawPanels, drawStrip } from './panels.mjs'
import { drawTable } from './table.mjs'

/**
 * Draws one document on new pages.
 * @param {PDFKit.PDFDocument} doc
 * @param {import('../../../domain/documents/printout.ts').Printout} printout
 * @param {import('./logo.mjs').Logo} logo of this file
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
