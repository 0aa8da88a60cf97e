import { readFileSync } from 'node:fs'
import { nameSecondLooks, SECOND_LOOKS, tally, withReport } from './report.mjs'
import { run } from './run.mjs'

/**
 * Tests of the domain, the contract, the server on both databases, the offline core with its simulation, and
 * components.
 * @param {{ executable?: string }} [on] the Node that runs them; default: this one
 */
export function unitTests({ executable = process.execPath } = {}) {
  return withReport(async (report) => {
    const { code } = await run(
      executable,
      ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json', `--outputFile=${report}`],
      { env: { SECOND_LOOKS } },
    )
    return tally(code, () => {
      const result = JSON.parse(readFileSync(report, 'utf8'))
      // A file that could not be loaded has no tests that could fail.
      const brokenFiles = result.testResults.filter(
        (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
      ).length
      // A test that passed on the repeat still lists its first failure.
      nameSecondLooks(
        result.testResults.flatMap((file) =>
          file.assertionResults
            .filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
            .map((test) => test.fullName),
        ),
      )
      return { passed: result.numPassedTests, failed: result.numFailedTests + brokenFiles }
    })
  })
}
