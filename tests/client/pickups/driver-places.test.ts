import { expect, test } from 'vitest'
import type { Answer } from '#client/api/answers.ts'
import { createDriverPlaces } from '#client/features/places/driver-places.ts'

const HERE = { latitude: -33.75612345, longitude: 151.15351234, accuracy: 9.6 }
const OK: Answer<unknown> = { kind: 'ok', value: { taken: 1 }, status: 200, etag: null }
const NO_SIGNAL: Answer<unknown> = { kind: 'offline', why: 'network' }
const refusedWith = (status: number): Answer<unknown> => ({
  kind: 'refused',
  status,
  problem: { code: 'any', message: '' },
  retryAfterMs: null,
})

function phone(locate: () => Promise<typeof HERE | null> = async () => HERE) {
  const kept = new Map<string, string>()
  const sent: unknown[] = []
  let answer: Answer<unknown> | Promise<Answer<unknown>> = OK
  const places = createDriverPlaces({
    userID: 'dave',
    timeZone: 'Australia/Sydney',
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    call: (async (_endpoint: unknown, input: { positions: unknown[] }) => {
      sent.push(...input.positions)
      return answer
    }) as never,
    locate,
    // Midnight has passed in Sydney, not in UTC.
    now: () => new Date('2026-11-28T14:00:00Z'),
  })
  return { places, sent, kept, answerWith: (next: Answer<unknown> | Promise<Answer<unknown>>) => void (answer = next) }
}

test('without the driver’s yes the phone is never asked where it is', async () => {
  let asked = 0
  const { places, sent } = phone(async () => {
    asked += 1
    return HERE
  })
  await places.noteStop('stop-1')
  places.answer(false)
  await places.noteStop('stop-1')
  await places.send()
  expect({ asked, sent }).toEqual({ asked: 0, sent: [] })
})

test('after a yes each outcome notes one position, with the firm’s day and no time', async () => {
  const { places, sent } = phone()
  places.answer(true)
  await places.noteStop('stop-1')
  await places.noteStop('stop-2')
  await places.noteStop('stop-1')
  await places.send()
  const position = { day: '2026-11-29', latitude: -33.756123, longitude: 151.153512, accuracy: 10 }
  expect(sent).toEqual([
    { assignmentID: 'stop-2', ...position },
    { assignmentID: 'stop-1', ...position },
  ])
})

test('without signal it waits, and is sent once when there is signal', async () => {
  const { places, sent, answerWith } = phone()
  places.answer(true)
  await places.noteStop('stop-1')
  answerWith(NO_SIGNAL)
  await places.send()
  answerWith(refusedWith(503))
  await places.send()
  answerWith(OK)
  await places.send()
  await places.send()
  expect(sent).toHaveLength(3)
})

test('a position measured again while the first is being sent is sent too', async () => {
  let north = 0
  const { places, sent, answerWith } = phone(async () => ({ ...HERE, latitude: HERE.latitude + (north += 0.0001) }))
  places.answer(true)
  await places.noteStop('stop-1')
  await places.noteStop('stop-2')
  answerWith(new Promise<Answer<unknown>>((resolve) => setTimeout(() => resolve(OK))))
  const sending = places.send()
  await places.noteStop('stop-1')
  await sending
  answerWith(OK)
  await places.send()
  expect(sent).toHaveLength(3)
})

test('what the server refuses for good is not sent for ever', async () => {
  const { places, sent, answerWith } = phone()
  places.answer(true)
  await places.noteStop('stop-1')
  answerWith(refusedWith(422))
  await places.send()
  answerWith(OK)
  await places.send()
  expect(sent).toHaveLength(1)
})

test.each([
  ['gives no position', async () => null],
  ['refuses the permission', async () => Promise.reject(new Error('denied'))],
  ['is inaccurate', async () => ({ ...HERE, accuracy: 400 })],
])('a phone that %s notes nothing', async (_what, locate) => {
  const { places, kept } = phone(locate)
  places.answer(true)
  await places.noteStop('stop-1')
  expect([...kept.keys()]).toEqual(['rr-places-answer-dave'])
})

test('a no, and a log-out, delete what waits', async () => {
  const { places, kept } = phone()
  places.answer(true)
  await places.noteStop('stop-1')
  expect(kept.has('rr-places-dave')).toBe(true)
  places.forget()
  expect(kept.has('rr-places-dave')).toBe(false)
  await places.noteStop('stop-1')
  places.answer(false)
  expect(kept.has('rr-places-dave')).toBe(false)
})
