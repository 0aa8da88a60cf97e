import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Creates a folder for a test runner's report, reads it and removes it. */
export async function withReport(work) {
  const folder = mkdtempSync(path.join(tmpdir(), 'bagrun-report-'))
  try {
    return await work(path.join(folder, 'report.json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * A runner that failed without a failed test, or wrote no report, counts as one failure.
 * @param {() => { passed: number, failures: { title: string, message: string }[] }} read
 */
export function tally(code, read) {
  try {
    const { passed, failures } = read()
    if (code === 0 || failures.length > 0) return { passed, failures }
    return { passed, failures: [{ title: 'The test runner', message: `ended with code ${code} and no failed test` }] }
  } catch (error) {
    return { passed: 0, failures: [{ title: 'The test runner', message: `wrote no report: ${error.message}` }] }
  }
}

const MESSAGE_MAX = 600

/**
 * Names each failure again below everything else, with the first attempt's message, because only a log's end may be
 * kept.
 */
export function nameFailures(failures) {
  for (const { title, message } of failures) console.error(`Failed: ${title}\n  ${message.slice(0, MESSAGE_MAX)}`)
}

/** How often a failed test is repeated: one failure may be a timeout on a busy machine, two are a defect. */
export const SECOND_LOOKS = '1'

/** Lists the tests that passed only when repeated, so that unstable tests are noticed. @param {string[]} titles */
export function nameSecondLooks(titles) {
  for (const title of titles) console.warn(`Passed only at the second look: ${title}`)
}
