import { expect, test } from 'vitest'
import { countUnsent, unsentInWords, unsentTotal } from '#domain/unsent-count.ts'

const record = (type: string, assignmentID: string) => ({ type, assignmentID })

test('A stop with an outcome, a note and an undo is one stop, and each photo counts by itself', () => {
  const count = countUnsent([
    record('done', 'a'),
    record('note', 'a'),
    record('undo', 'a'),
    record('not-collected', 'b'),
    record('photo', 'a'),
    record('photo', 'c'),
  ])
  expect(count).toEqual({ stops: 2, photos: 2 })
  expect(unsentTotal(count)).toBe(4)
})

test.each([
  [{ stops: 3, photos: 2 }, '3 stops and 2 photos'],
  [{ stops: 1, photos: 1 }, '1 stop and 1 photo'],
  [{ stops: 1, photos: 0 }, '1 stop'],
  [{ stops: 0, photos: 2 }, '2 photos'],
  [{ stops: 0, photos: 0 }, '0 stops'],
])('%j is said as “%s”', (count, words) => expect(unsentInWords(count)).toBe(words))
