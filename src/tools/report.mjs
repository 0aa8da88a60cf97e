import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Creates a folder for a test runner's own report, reads it and removes it. */
export async function withReport(work) {
  const folder = mkdtempSync(path.join(tmpdir(), 'bagrun-report-'))
  try {
    return await work(path.join(folder, 'report.json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A runner that failed without a failed test, or wrote no report, counts as one failure. */
export function tally(code, read) {
  try {
    const { passed, failed } = read()
    return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

/** How often a failed test is repeated: one failure may be a timeout on a busy machine, two are a defect. */
export const SECOND_LOOKS = '1'

/** Lists the tests that passed only at the repeat, so that unstable tests are noticed. @param {string[]} titles */
export function nameSecondLooks(titles) {
  for (const title of titles) console.warn(`Passed only at the second look: ${title}`)
}
