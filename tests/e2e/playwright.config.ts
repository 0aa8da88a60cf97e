import os from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'

/**
 * The product in real Chromium. Two workers where there are two cores: a browser waits for half its time, for its server, its disk,
 * what slides and fades. No more than two: a test that waits for a core is a test that fails for no reason. Profiles, servers and data
 * folders are each worker's own.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './demo-once.ts',
  outputDir: path.join(os.tmpdir(), `bagrun-browser-tests-${process.pid}`),
  workers: Math.min(2, os.availableParallelism()),
  fullyParallel: false,
  retries: Number(process.env['SECOND_LOOKS'] ?? 0),
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // The JSON report is the caller's (src/tools/browser-tests.mjs), and names no file without him.
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['list'], ['json']] : [['list']],
})
