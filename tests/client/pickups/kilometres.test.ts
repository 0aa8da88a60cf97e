import { expect, test } from 'vitest'
import { kilometres } from '#client/shells/route/round-sentences.ts'

test.each([
  [0, '0'],
  [49, '0'],
  [50, '0.1'],
  [950, '1'],
  [7_240, '7.2'],
  [1_273_449, '1,273.4'],
])('%d metres are shown as %s km', (metres, shown) => {
  expect(kilometres(metres)).toBe(shown)
})
