import { readFileSync } from 'node:fs'
import { ensureBuilt } from './build.mjs'
import { findChromium, NO_CHROMIUM } from './chromium.mjs'
import { nameSecondLooks, SECOND_LOOKS, tally, withReport } from './report.mjs'
import { node } from './run.mjs'

/** Runs the browser tests in Chromium. */
export async function browserTests() {
  const chromium = await findChromium()
  if (!chromium) {
    return { passed: 0, failures: [{ title: 'The browser tests', message: NO_CHROMIUM }] }
  }
  await ensureBuilt()
  return withReport(async (report) => {
    const { code } = await node(
      'node_modules/@playwright/test/cli.js',
      ['test', '--config', 'tests/e2e/playwright.config.ts'],
      {
        env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report, SECOND_LOOKS },
      },
    )
    return tally(code, () => {
      const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'))
      const specs = specsOf(suites)
      nameSecondLooks(
        specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ title }) => title),
      )
      return { passed: stats.expected + stats.flaky, failures: specs.flatMap(failuresOf) }
    })
  })
}

/** Suites may contain suites. */
const specsOf = (suites) => suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites ?? [])])

function failuresOf({ title, tests }) {
  const failed = tests.filter(({ status }) => status === 'unexpected')
  return failed.map(({ results }) => ({ title, message: results[0]?.error?.message ?? '' }))
}
