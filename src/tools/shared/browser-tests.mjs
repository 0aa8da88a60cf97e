import { readFileSync } from 'node:fs'
import { ensureBuilt } from '../build.mjs'
import { findChromium, noChromium } from './chromium.mjs'
import { SECOND_LOOKS, tally, withReport } from './report.mjs'
import { node } from './run.mjs'

/**
 * Runs the browser tests in Chromium: the stories; as `screens` each screen at one phone and one desk size, and the maps;
 * as `all` every test, and each screen at every size and in both themes.
 * @param {{ extent?: 'screens' | 'all', required?: boolean }} [options] `required`: a machine without Chromium is a failure;
 * otherwise its tests are listed as not run
 * @returns {Promise<import('./report.mjs').Result>}
 */
export async function browserTests({ extent, required = extent !== undefined } = {}) {
  const chromium = await findChromium()
  if (!chromium) {
    const title = 'The browser tests'
    if (required) return { passed: 0, failures: [{ title, message: noChromium() }] }
    return { passed: 0, failures: [], notRun: [{ title, why: noChromium() }] }
  }
  await ensureBuilt()
  return withReport(async (report) => {
    const { code } = await node(
      'node_modules/@playwright/test/cli.js',
      ['test', '--config', 'tests/e2e/playwright.config.ts'],
      {
        env: {
          BROWSER_TESTS: extent,
          CHROMIUM_PATH: chromium,
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
          SECOND_LOOKS,
        },
      },
    )
    return tally(code, () => {
      const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'))
      const specs = specsOf(suites)
      return {
        passed: stats.expected + stats.flaky,
        failures: specs.flatMap(failuresOf),
        secondLooks: specs
          .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
          .map(({ title }) => title),
        notRun: specs.flatMap(skippedOf),
      }
    })
  })
}

/** Suites may contain suites. */
const specsOf = (suites) => suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites ?? [])])

function failuresOf({ title, tests }) {
  const failed = tests.filter(({ status }) => status === 'unexpected')
  return failed.map(({ results }) => ({ title, message: results[0]?.error?.message ?? '' }))
}

/** Tests that this machine can't run, each with the reason it gave; and all where the demo could not be made. */
function skippedOf({ title, tests }) {
  return tests
    .filter(({ status }) => status === 'skipped')
    .map(({ annotations }) => ({
      title,
      why: annotations.find(({ type }) => type === 'skip')?.description ?? 'What it depends on failed.',
    }))
}
