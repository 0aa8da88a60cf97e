import { execFileSync } from 'node:child_process'
import { hasPoppler as isInstalled } from '../../../src/tools/shared/outside-programs.mjs'

/** Where Debian's poppler-utils are missing, the tests in which they read PDFs are left out. */
export const hasPoppler = isInstalled()

/** The text of each page. */
export function pagesOf(pdf: Buffer): string[] {
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, stdio: ['pipe', 'pipe', 'ignore'] })
  return text.toString('utf8').split('\f').slice(0, -1)
}

/** The lines that `pdfinfo` prints. */
export function infoOf(pdf: Buffer): string {
  return execFileSync('pdfinfo', ['-'], { input: pdf }).toString('utf8')
}

/** The colour of each of these places of the first page, in points from its upper left corner. */
export function coloursAt(pdf: Buffer, places: readonly (readonly [number, number])[]): string[] {
  const ppm = execFileSync('pdftoppm', ['-r', '72', '-singlefile', '-'], { input: pdf, maxBuffer: 1e7 })
  const [header = '', width = ''] = /^P6\n(\d+) \d+\n255\n/.exec(ppm.subarray(0, 30).toString('latin1')) ?? []
  return places.map(([x, y]) => {
    const at = header.length + (y * Number(width) + x) * 3
    return ppm.subarray(at, at + 3).toString('hex')
  })
}
