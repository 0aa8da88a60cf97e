import { expect, test } from 'vitest'
import { waitInWords } from '#domain/waits.ts'

test.each([
  [0, '1 second'],
  [1, '1 second'],
  [7.2, '8 seconds'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [840.5, '15 minutes'],
  [900, '15 minutes'],
  [3_600, '60 minutes'],
])('%d seconds are %s', (seconds, words) => expect(waitInWords(seconds)).toBe(words))
