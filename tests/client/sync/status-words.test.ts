import { describe, expect, test } from 'vitest'
import { readySentence } from '#client/features/sync/ready-words.ts'
import { chipNews, chipText, clockOff } from '#client/features/sync/status-words.ts'
import type { SyncStatus } from '#client/offline/status.ts'
import '../../support/driver-screen.tsx'
const at = (hours: number, minutes: number) => new Date(2026, 10, 18, hours, minutes).toISOString()
const status = (changes: Partial<SyncStatus>): SyncStatus => ({
  kind: 'all-sent',
  sent: 'all-sent',
  stops: 0,
  photos: 0,
  events: 0,
  needsAttention: 0,
  saving: 0,
  waiting: [],
  lastSentAt: at(10, 42),
  lastPullAt: at(10, 40),
  clockOffsetMs: 0,
  message: null,
  nextAttemptAt: null,
  lostBefore: null,
  restored: null,
  onlyInJournal: 0,
  isUnsound: false,
  counted: null,
  database: 'works',
  ...changes,
})

describe('The status chip', () => {
  test.each([
    [{}, 'All sent 10:42'],
    [{ kind: 'to-send', stops: 3, events: 5, photos: 2 }, '3 stops and 2 photos to send'],
    [{ kind: 'to-send', stops: 1, events: 1, photos: 1 }, '1 stop and 1 photo to send'],
    [{ kind: 'to-send', stops: 3, events: 3 }, '3 stops to send'],
    [{ kind: 'to-send', photos: 2 }, '2 photos to send'],
    [{ kind: 'to-send', lastPullAt: null }, 'Loading your stops…'],
    // Neither journal nor office has shown yet that nothing is missing.
    [{ kind: 'to-send' }, 'Checking…'],
    [{ kind: 'offline', stops: 3, events: 3 }, 'Offline, saved on this phone'],
    [{ kind: 'needs-attention', needsAttention: 1 }, 'Needs attention (1)'],
    [{ kind: 'sign-in' }, 'Sign in to send'],
  ] satisfies [Partial<SyncStatus>, string][])('%j is shown as “%s”', (changes, words) =>
    expect(chipText(status(changes))).toBe(words),
  )

  test('Single records and the minute of the last sync are not read aloud; a change for better or worse is', () => {
    expect(chipNews(status({ kind: 'to-send', stops: 3, events: 3 }))).toBe('')
    expect(chipNews(status({ lastSentAt: at(11, 0) }))).toBe(chipNews(status({})))
    expect(chipNews(status({ kind: 'offline' }))).toBe('Offline, saved on this phone')
  })
})

test('A clock more than 10 minutes wrong is reported, in both directions', () => {
  expect(clockOff({ clockOffsetMs: 10 * 60_000 })).toBeNull()
  expect(clockOff({ clockOffsetMs: 11 * 60_000 })).toBe(11)
  expect(clockOff({ clockOffsetMs: -90 * 60_000 })).toBe(90)
})

describe('The ready-to-leave sentence', () => {
  const ready = {
    stops: 42,
    total: 42,
    photosPinned: 0,
    photosTotal: 0,
    protected: true,
    short: false,
    untrusted: false,
    withoutJournal: false,
    lastPullAt: null,
    ready: true,
    runs: [],
  }

  test('It has stops and protection in one sentence', () => {
    expect(readySentence(ready)).toBe('42 of 42 stops on this phone, data kept safe')
  })

  test('It leaves out what the browser does not report', () => {
    expect(readySentence({ ...ready, stops: 40, protected: null })).toBe('40 of 42 stops on this phone')
    expect(readySentence({ ...ready, total: 0, protected: false })).toBe(
      'No stops on this phone yet, which may delete your work if it fills up',
    )
  })
})
