import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { SlowFirst } from './tests/support/slow-files-first.ts'
import { FEATURE_ADDRESSES } from './vite.config.ts'

const POSTGRES_SETUP = 'tests/support/postgres-server.ts'

/**
 * Retries of tests that wait for a server, a clock or another process, which may time out on a busy machine. `npm test`
 * sets one and lists the tests that needed it. The rules are not repeated: one counterexample is enough.
 */
const SECOND_LOOKS = Number(process.env['SECOND_LOOKS'] ?? 0)

/**
 * Test files of one worker share a process and their modules: importing these for each file took longer than most files'
 * tests. Databases, DOMs and devices are made by each file.
 */
const isolate = false

/** Loads the whole office as a new page does: modules that another file has used would contain its session and words. */
const FRESH = ['tests/client/app/second-factor-missing.test.tsx']

/** Replaces the file system before the product is imported. */
const ALONE = ['tests/server/photos/embedded-store.test.ts']

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
          environment: 'node',
          include: ['tests/{domain,contract,architecture}/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'node',
          isolate,
          // A database is set up before the first test, on a machine that may be busy.
          hookTimeout: 90_000,
          testTimeout: 60_000,
          retry: SECOND_LOOKS,
          environment: 'node',
          include: ['tests/{server,offline}/**/*.test.ts'],
          exclude: ALONE,
          globalSetup: POSTGRES_SETUP,
        },
      },
      {
        // What takes minutes or waits for real processes: `npm run proof`.
        test: {
          name: 'proof',
          isolate,
          hookTimeout: 90_000,
          testTimeout: 60_000,
          retry: SECOND_LOOKS,
          environment: 'node',
          include: ['tests/{architecture,server,offline}/**/*.proof.ts'],
          globalSetup: POSTGRES_SETUP,
        },
      },
      {
        test: { name: 'alone', retry: SECOND_LOOKS, environment: 'node', include: ALONE },
      },
      {
        plugins: [react()],
        define: testDefines(),
        test: {
          name: 'browser-like',
          isolate,
          // A long timeout for busy machines: nothing here is measured.
          testTimeout: 30_000,
          retry: SECOND_LOOKS,
          environment: 'happy-dom',
          include: ['tests/client/**/*.test.{ts,tsx}'],
          exclude: FRESH,
          setupFiles: ['tests/client/set-up.ts'],
        },
      },
      {
        plugins: [react()],
        define: testDefines(),
        test: {
          name: 'browser-like-fresh',
          retry: SECOND_LOOKS,
          testTimeout: 30_000,
          environment: 'happy-dom',
          include: FRESH,
          setupFiles: ['tests/client/set-up.ts'],
        },
      },
    ],
  },
})
