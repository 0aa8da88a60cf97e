import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * @typedef {object} Result of a test runner
 * @property {number} passed
 * @property {{ title: string, message: string }[]} failures
 * @property {string[]} [secondLooks] tests that passed only when they were repeated
 * @property {{ title: string, why: string }[]} [notRun] what this machine can't run
 */

/** Creates a folder for a test runner's own report, reads it and removes it. */
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
 * @param {number} code @param {() => Result} read @returns {Result}
 */
export function tally(code, read) {
  try {
    const result = read()
    if (code === 0 || result.failures.length > 0) return result
    return {
      ...result,
      failures: [{ title: 'The test runner', message: `ended with code ${code} and no failed test` }],
    }
  } catch (error) {
    return { passed: 0, failures: [{ title: 'The test runner', message: `wrote no report: ${error.message}` }] }
  }
}

const MESSAGE_MAX = 600

/**
 * Prints what was not run, what needed a second look and what failed (with the first attempt's message: a log may be
 * kept in part only), and the number of tests as the last line.
 * @param {Result[]} results @returns {number} the code to exit with
 */
export function sumUp(results) {
  const all = (/** @type {'failures' | 'secondLooks' | 'notRun'} */ kind) =>
    results.flatMap((result) => result[kind] ?? [])
  const [failures, secondLooks, notRun] = [all('failures'), all('secondLooks'), all('notRun')]
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  for (const line of new Set(notRun.map(({ title, why }) => `Not run: ${title}. ${why}`))) console.warn(line)
  for (const title of secondLooks) console.warn(`Passed only at the second look: ${title}`)
  for (const { title, message } of failures) console.error(`Failed: ${title}\n  ${message.slice(0, MESSAGE_MAX)}`)
  console.log(`Second looks: ${secondLooks.length}`)
  console.log(`${passed} passed, ${failures.length} failed`)
  return failures.length === 0 && passed > 0 ? 0 : 1
}

/** How often a failed test is repeated: one failure may be a timeout on a busy machine, two are a defect. */
export const SECOND_LOOKS = '1'
