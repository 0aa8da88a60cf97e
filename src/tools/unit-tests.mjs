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
      // A test that passed when repeated still lists its first failure.
      nameSecondLooks(
        result.testResults.flatMap((file) =>
          file.assertionResults
            .filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
            .map((test) => test.fullName),
        ),
      )
      return { passed: result.numPassedTests, failures: result.testResults.flatMap(failuresOf) }
    })
  })
}

function failuresOf({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  // A file that could not be loaded has no tests that could fail.
  if (status === 'failed' && failed.length === 0) return [{ title: name, message }]
  return failed.map(({ fullName, failureMessages }) => ({ title: fullName, message: failureMessages[0] ?? '' }))
}
