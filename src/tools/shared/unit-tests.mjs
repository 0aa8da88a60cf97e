import { readFileSync } from 'node:fs'
import { missingPrograms } from './outside-programs.mjs'
import { tally, withReport } from './report.mjs'
import { run } from './run.mjs'

/** The projects of vitest.config.ts whose files take at most two seconds each, but for a few of slow-files-first.ts. */
const SHORT = ['rules', 'node', 'alone', 'browser-like', 'browser-like-fresh']

/** Vitest's arguments for these projects. @param {string[]} names */
export const ofProjects = (...names) => names.flatMap((name) => ['--project', name])

/** A wrong rule of the business is found by one counterexample. */
const LOOKED_AT_ONCE = /[\\/]tests[\\/](domain|contract|architecture)[\\/]/

/**
 * @typedef {{ args: string[], env: Record<string, string>, executable: string }} How
 *
 * @typedef {import('./report.mjs').Result & { failures: { title: string, message: string, file?: string }[] }} Look
 */

/**
 * Tests of the domain, the contract, the server, the offline core with its simulation, and components: everything but
 * the browser tests and what belongs to the proof. Files in which a test failed run a second time, in a new process,
 * because they share one with other files before.
 * @param {Partial<How>} [how] `args` of Vitest choose other tests; `executable` is the Node that runs them (default:
 * this one)
 * @returns {Promise<import('./report.mjs').Result>}
 */
export async function unitTests({ args = ofProjects(...SHORT), env = {}, executable = process.execPath } = {}) {
  const first = await look({ args, env, executable })
  const again = first.failures.filter(({ file }) => file !== undefined && !LOOKED_AT_ONCE.test(file))
  const notRun = missingPrograms()
  if (again.length === 0) return { ...first, notRun }
  const files = [...new Set(again.map(({ file }) => file ?? ''))]
  const second = await look({ args: [...optionsOf(args), ...files], env, executable })
  const secondLooks = again
    .map(({ title }) => title)
    .filter((title) => second.failures.every((one) => one.title !== title))
  return {
    passed: first.passed + secondLooks.length,
    failures: [...first.failures.filter((failure) => !again.includes(failure)), ...second.failures],
    secondLooks,
    notRun,
  }
}

/** @param {How} how @returns {Promise<Look>} */
function look({ args, env, executable }) {
  return withReport(async (report) => {
    // happy-dom writes past Vitest for each frame that it loads no pages: what is written there is shown on failure only.
    const { code, output } = await run(
      executable,
      ['node_modules/vitest/vitest.mjs', 'run', ...args, '--reporter=dot', '--reporter=json', `--outputFile=${report}`],
      { env, quiet: 'errors' },
    )
    if (code !== 0) process.stderr.write(output)
    return tally(code, () => {
      const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
      return { passed: numPassedTests, failures: testResults.flatMap(failuresOf) }
    })
  })
}

/** The options without the names of files and folders. @param {string[]} args of Vitest, each option with a value */
const optionsOf = (args) => args.filter((arg, at) => arg.startsWith('--') || args[at - 1]?.startsWith('--'))

function failuresOf({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  // A file that could not be loaded has no tests that could fail.
  if (status === 'failed' && failed.length === 0) return [{ title: name, message, file: name }]
  return failed.map(({ fullName, failureMessages }) => ({
    title: fullName,
    message: failureMessages[0] ?? '',
    file: name,
  }))
}
