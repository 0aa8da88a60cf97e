import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A folder for a test runner's own report, read and removed. */
export async function withReport(work) {
  const folder = mkdtempSync(path.join(tmpdir(), 'bagrun-report-'))
  try {
    return await work(path.join(folder, 'report.json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A runner that failed without a failed test, or left no report, has failed once. */
export function tally(code, read) {
  try {
    const { passed, failed } = read()
    return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

/** How often a test that failed is looked at again: late once on a busy machine is not broken, twice is. */
export const SECOND_LOOKS = '1'

/** A test that passed only at the second look is named, so that nobody takes it for sound. @param {string[]} titles */
export function nameSecondLooks(titles) {
  for (const title of titles) console.warn(`Passed only at the second look: ${title}`)
}
