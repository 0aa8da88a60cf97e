import os from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { extent } from '../support/browser/extent.ts'

/** They make their own data, and run while the demo is made. */
const WITHOUT_DEMO = ['**/first-start.spec.ts', '**/full-disk.spec.ts', '**/faults.spec.ts', '**/oidc.spec.ts']
/** The longest files, begun first: begun last, one of them would leave a core idle. */
const SCREENS = '**/*screens.spec.ts'

/**
 * The product in real Chromium. Two workers where there are two cores: a browser spends half its time waiting for its
 * server, its disk and animations. No more than two: with three, tests that waited for a core failed without a defect.
 * Each worker has its own profiles, servers and data folders.
 */
export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'demo', testMatch: '**/demo.setup.ts' },
    { name: 'without demo', testMatch: WITHOUT_DEMO, ...extent },
    { name: 'screens', testMatch: SCREENS, dependencies: ['demo'], ...extent },
    {
      name: 'stories',
      testMatch: '**/*.spec.ts',
      testIgnore: [...WITHOUT_DEMO, SCREENS],
      ...extent,
      dependencies: ['demo'],
    },
  ],
  outputDir: path.join(os.tmpdir(), `bagrun-browser-tests-${process.pid}`),
  workers: Math.min(2, os.availableParallelism()),
  fullyParallel: false,
  retries: Number(process.env['SECOND_LOOKS'] ?? 0),
  forbidOnly: true,
  // Long enough for a busy machine: nothing here is measured, and a passing test takes no longer.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // The JSON report belongs to the caller (src/tools/shared/browser-tests.mjs); without the caller's variable it has no file
  // name.
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['dot'], ['json']] : [['list']],
})
