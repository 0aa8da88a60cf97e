import { readFileSync } from 'node:fs'
import { missingPrograms } from './outside-programs.mjs'
import { SECOND_LOOKS, tally, withReport } from './report.mjs'
import { run } from './run.mjs'

/** The projects of vitest.config.ts whose files take at most three seconds each, but for the few that `npm test` must have. */
const SHORT = ['rules', 'node', 'alone', 'browser-like', 'browser-like-fresh']

/** Vitest's arguments for these projects. @param {string[]} names */
export const ofProjects = (...names) => names.flatMap((name) => ['--project', name])

/**
 * Tests of the domain, the contract, the server, the offline core with its simulation, and components: everything but
 * the browser tests and what belongs to the proof.
 * @param {{ args?: string[], env?: Record<string, string>, executable?: string }} [how] `args` of Vitest choose other
 * tests; `executable` is the Node that runs them (default: this one)
 * @returns {Promise<import('./report.mjs').Result>}
 */
export function unitTests({ args = ofProjects(...SHORT), env = {}, executable = process.execPath } = {}) {
  return withReport(async (report) => {
    // happy-dom writes past Vitest for each frame that it loads no pages: what is written there is shown on failure only.
    const { code, output } = await run(
      executable,
      ['node_modules/vitest/vitest.mjs', 'run', ...args, '--reporter=dot', '--reporter=json', `--outputFile=${report}`],
      { env: { SECOND_LOOKS, ...env }, quiet: 'errors' },
    )
    if (code !== 0) process.stderr.write(output)
    return tally(code, () => {
      const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
      const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
      return {
        passed: numPassedTests,
        failures: testResults.flatMap(failuresOf),
        // A test that passed on the repeat still lists its first failure.
        secondLooks: tests
          .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
          .map(({ fullName }) => fullName),
        notRun: missingPrograms(),
      }
    })
  })
}

function failuresOf({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  // A file that could not be loaded has no tests that could fail.
  if (status === 'failed' && failed.length === 0) return [{ title: name, message }]
  return failed.map(({ fullName, failureMessages }) => ({ title: fullName, message: failureMessages[0] ?? '' }))
}
