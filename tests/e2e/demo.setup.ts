import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { demoData } from '../support/browser/demo.ts'

test('The demo makes a week of business, or has made it in an earlier run', async () => {
  test.setTimeout(300_000)
  expect(existsSync(path.join(await demoData(), 'demo.json'))).toBe(true)
})
