import { expect, test } from 'vitest'
import { sentencesFor } from '#client/shells/route/round-sentences.ts'

const names = { stop: (id: string) => `Customer ${id}`, driver: () => 'Dave' }

test('Many troubles of one kind are four sentences and a count, and each other kind is told too', () => {
  const tied = Array.from({ length: 30 }, (_, at) => ({
    code: 'tied_elsewhere' as const,
    stop: String(at),
    driverID: 'dave',
  }))
  const said = sentencesFor([...tied, { code: 'two_first', stop: 'a', instead: 'b' }], names)
  expect(said).toHaveLength(6)
  expect(said.slice(4)).toEqual([
    'The same is so of 26 more.',
    'Customer a and Customer b both wish to be first. Only Customer b is.',
  ])
  expect(sentencesFor(tied.slice(0, 5), names)).toHaveLength(5)
})
