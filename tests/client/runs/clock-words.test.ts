import { expect, test } from 'vitest'
import { clockWords } from '#client/features/runs/page/event-words.ts'

const MINUTE_MS = 60_000

test.each([
  [25, 'clock 25 min behind'],
  [-3 * 60, 'clock 3 h ahead'],
  [400 * 1440, 'clock 400 days behind'],
])('A phone’s clock that is %d minutes off: “%s”', (minutes, words) => {
  expect(clockWords(minutes * MINUTE_MS)).toBe(words)
})
