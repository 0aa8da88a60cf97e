import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { SlowFirst } from './tests/support/slow-files-first.ts'
import { FEATURE_ADDRESSES } from './vite.config.ts'

const POSTGRES_SETUP = 'tests/support/postgres-server.ts'

/**
 * Test files of one worker share a process and their modules: importing these for each file took longer than most files'
 * tests. Databases, DOMs and devices are made by each file.
 */
const isolate = false

/**
 * These files load the app as a new page does: modules that another file has used would contain its session and words,
 * or parts that a phone without signal does not have.
 */
const FRESH = ['second-factor-missing', 'office-role', 'office-depot', 'driver-logout-away'].map(
  (name) => `tests/client/app/${name}.test.tsx`,
)

/** This file replaces the file system before the product is imported. */
const ALONE = ['tests/server/photos/embedded-store.test.ts']

/** The usual second is too short on a busy machine. A test that passes takes no longer. */
const PATIENT = { poll: { timeout: 20_000 } }

/** Where a database is set up before the first test, on a machine that may be busy. */
const WITH_SERVER = {
  isolate,
  expect: PATIENT,
  hookTimeout: 90_000,
  testTimeout: 60_000,
  environment: 'node',
  globalSetup: POSTGRES_SETUP,
} as const

/** A long timeout for busy machines: nothing here is measured. */
const LIKE_A_BROWSER = {
  expect: PATIENT,
  testTimeout: 60_000,
  environment: 'happy-dom',
  // A link, a form or `history.back()` that no router takes would load a page, and close the window under the next
  // tests, or leave them at its address: at `about:blank` no later test could change it.
  environmentOptions: {
    happyDOM: {
      settings: {
        navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true },
        enableIframePageLoading: true,
      },
    },
  },
  setupFiles: ['tests/client/set-up.ts'],
}

/** A new object for each project: Vitest removes entries from it. */
const testDefines = () => ({ __APP_BUILD__: JSON.stringify('test'), __FEATURE_ADDRESSES__: FEATURE_ADDRESSES })

export default defineConfig({
  test: {
    silent: true,
    // One core fewer, its usual choice, would be one of two on the smallest machine.
    maxWorkers: '100%',
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'rules',
          isolate,
          testTimeout: 60_000,
          environment: 'node',
          include: ['tests/{domain,contract,architecture}/**/*.test.ts'],
        },
      },
      { test: { ...WITH_SERVER, name: 'node', include: ['tests/{server,offline}/**/*.test.ts'], exclude: ALONE } },
      { test: { name: 'alone', environment: 'node', include: ALONE } },
      {
        plugins: [react()],
        define: testDefines(),
        test: {
          ...LIKE_A_BROWSER,
          name: 'browser-like',
          isolate,
          include: ['tests/client/**/*.test.{ts,tsx}'],
          exclude: FRESH,
        },
      },
      {
        plugins: [react()],
        define: testDefines(),
        test: { ...LIKE_A_BROWSER, name: 'browser-like-fresh', include: FRESH },
      },
      // Files that take over two seconds: `npm run proof -- long-files`.
      { test: { ...WITH_SERVER, name: 'long', include: ['tests/{server,offline}/**/*.long.ts'] } },
      {
        plugins: [react()],
        define: testDefines(),
        test: { ...LIKE_A_BROWSER, name: 'browser-like-long', isolate, include: ['tests/client/**/*.long.tsx'] },
      },
      // What takes minutes or waits for real processes: `npm run proof -- kills-and-years`.
      { test: { ...WITH_SERVER, name: 'proof', include: ['tests/{architecture,server,offline}/**/*.proof.ts'] } },
    ],
  },
})
