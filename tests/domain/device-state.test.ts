import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countsAreEqual,
  type DriverRound,
  driverIsSilent,
  type DeviceFacts,
  deviceIsSilent,
  deviceState,
  SILENCE_MS,
  unsentForRun,
} from '#domain/device-state.ts'

const NOW = new Date('2026-11-11T22:00:00Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms)
const fine: DeviceFacts = {
  lastSeenAt: ago(60_000),
  unsent: 0,
  needsAttention: 0,
  holes: [],
  revokedAt: null,
  wipedAt: null,
  driverSilent: false,
}

describe('what the office says of a phone', () => {
  it.each([
    ['has sent everything', {}, 'ok'],
    ['is off, with nothing to tell', { lastSeenAt: ago(30 * SILENCE_MS) }, 'ok'],
    ['holds records and was just heard', { unsent: 3 }, 'waiting'],
    ['holds records and was not heard for a day', { unsent: 3, lastSeenAt: ago(SILENCE_MS) }, 'silent'],
    [
      'belongs to a driver with open stops and was not heard for a day',
      { driverSilent: true, lastSeenAt: ago(SILENCE_MS) },
      'silent',
    ],
    [
      'holds a record that needs a person, heard or not',
      { unsent: 3, needsAttention: 1, lastSeenAt: ago(2 * SILENCE_MS) },
      'needs-attention',
    ],
    ['counted records that never came', { unsent: 3, needsAttention: 1, holes: [7] }, 'records-missing'],
    ['was revoked', { unsent: 3, holes: [7], revokedAt: ago(1000) }, 'revoked'],
    ['was revoked and emptied itself', { unsent: 1, revokedAt: ago(2000), wipedAt: ago(1000) }, 'wiped'],
  ] as const)('a phone that %s', (_, facts, state) => {
    expect(deviceState({ ...fine, ...facts }, NOW)).toBe(state)
  })

  it('counts as silent also when it has a more urgent state, and never once it is revoked', () => {
    const quiet: DeviceFacts = { ...fine, lastSeenAt: ago(SILENCE_MS) }
    expect(deviceIsSilent({ ...quiet, unsent: 3, needsAttention: 1 }, NOW)).toBe(true)
    expect(deviceIsSilent({ ...quiet, needsAttention: 1 }, NOW)).toBe(true)
    expect([
      deviceIsSilent(quiet, NOW),
      deviceIsSilent({ ...fine, unsent: 3 }, NOW),
      deviceIsSilent({ ...quiet, unsent: 3, revokedAt: NOW }, NOW),
    ]).toEqual([false, false, false])
  })

  it('is never ok while a record waits or is missing, or once it is revoked', () => {
    const facts = fc.record({
      lastSeenAt: fc.integer({ min: 0, max: 10 * SILENCE_MS }).map(ago),
      unsent: fc.nat(5),
      needsAttention: fc.nat(2),
      holes: fc.array(fc.nat(100), { maxLength: 2 }),
      revokedAt: fc.constantFrom(null, ago(1000)),
      wipedAt: fc.constantFrom(null, ago(500)),
      driverSilent: fc.boolean(),
    })
    fc.assert(
      fc.property(facts, (phone) => {
        const state = deviceState(phone, NOW)
        if (state === 'ok') expect(phone).toMatchObject({ unsent: 0, needsAttention: 0, holes: [], revokedAt: null })
        if (phone.revokedAt === null) expect(['revoked', 'wiped']).not.toContain(state)
        if (state === 'silent') expect(deviceIsSilent(phone, NOW)).toBe(true)
        // Contact clears the state "silent" and no other state.
        if (deviceState({ ...phone, lastSeenAt: NOW }, NOW) !== state) expect(state).toBe('silent')
      }),
    )
  })

  it('is equal only when it has reported its count, nothing waits and nothing is missing', () => {
    expect(countsAreEqual({ unsent: 0, holes: [] })).toBe(true)
    expect([
      countsAreEqual({ unsent: 0, holes: null }),
      countsAreEqual({ unsent: 1, holes: [] }),
      countsAreEqual({ unsent: 0, holes: [4] }),
    ]).toEqual([false, false, false])
  })
})

describe('a silent driver', () => {
  const ZONE = 'Australia/Sydney'
  // Monday 9/11 to Sunday 15/11; now it is Thursday morning in Sydney.
  const round: DriverRound = {
    fromDate: '2026-11-09',
    toDate: '2026-11-15',
    activatedAt: new Date('2026-11-06T03:00:00Z'),
    openStops: 4,
    openSince: new Date('2026-11-06T03:00:00Z'),
    unsent: 0,
    lastHeardAt: ago(25 * 3_600_000),
    recordedForAt: null,
  }
  const silent = (changes: Partial<DriverRound> = {}, now = NOW) => driverIsSilent({ ...round, ...changes }, now, ZONE)

  it('has stops to do on these days, and none of their phones had contact for a day', () => {
    expect(silent()).toBe(true)
    expect(silent({ lastHeardAt: null })).toBe(true)
    expect(silent({ lastHeardAt: ago(23 * 3_600_000) })).toBe(false)
    expect(silent({ openStops: 0 })).toBe(false)
  })

  it('is not silent about a round that has not begun, or began less than a day ago', () => {
    expect(silent({ fromDate: '2026-11-16', toDate: '2026-11-22' })).toBe(false)
    expect(silent({ fromDate: '2026-11-12', toDate: '2026-11-18' })).toBe(false)
    expect(silent({ activatedAt: ago(3_600_000) })).toBe(false)
  })

  it('is not reported after the run’s days, unless a phone of theirs holds records', () => {
    const after = new Date('2026-11-15T13:00:00Z')
    expect(silent({}, after)).toBe(false)
    expect(silent({ unsent: 1 }, after)).toBe(true)
    expect(silent({ unsent: 1, openStops: 0 })).toBe(true)
  })

  it('has a day’s time for newly given stops, whatever stops they had before, but not for what the phone holds', () => {
    expect(silent({ openSince: ago(23 * 3_600_000), lastHeardAt: null })).toBe(false)
    expect(silent({ openSince: ago(SILENCE_MS), lastHeardAt: null })).toBe(true)
    expect(silent({ openSince: ago(60_000), unsent: 1 })).toBe(true)
  })

  it('is not silent while the office records for them', () => {
    expect(silent({ lastHeardAt: null, recordedForAt: ago(23 * 3_600_000) })).toBe(false)
    expect(silent({ lastHeardAt: null, recordedForAt: ago(SILENCE_MS) })).toBe(true)
    expect(silent({ recordedForAt: ago(60_000), unsent: 1 })).toBe(true)
  })

  it('becomes silent only as time passes, and is not silent after new contact', () => {
    const some = fc.record({
      lastHeardAt: fc.option(fc.integer({ min: 0, max: 20 * SILENCE_MS }).map(ago)),
      activatedAt: fc.option(fc.integer({ min: 0, max: 20 * SILENCE_MS }).map(ago)),
      openStops: fc.nat(3),
      openSince: fc.option(fc.integer({ min: 0, max: 20 * SILENCE_MS }).map(ago)),
      recordedForAt: fc.option(fc.integer({ min: 0, max: 20 * SILENCE_MS }).map(ago)),
      unsent: fc.nat(2),
    })
    fc.assert(
      fc.property(some, fc.nat(2 * SILENCE_MS), (facts, later) => {
        expect(silent({ ...facts, lastHeardAt: NOW })).toBe(false)
        const then = new Date(NOW.getTime() + later)
        if (silent(facts) && facts.unsent > 0) expect(silent(facts, then)).toBe(true)
        if (silent(facts)) expect(facts.openStops + facts.unsent).toBeGreaterThan(0)
        // The times of newly assigned stops and of records made for the driver can only delay the silence.
        if (silent(facts)) expect(silent({ ...facts, openSince: null, recordedForAt: null })).toBe(true)
        // A contact an hour later never makes a phone more silent.
        const heard = facts.lastHeardAt ?? ago(20 * SILENCE_MS)
        if (!silent({ ...facts, lastHeardAt: heard }))
          expect(
            silent({ ...facts, lastHeardAt: new Date(Math.min(NOW.getTime(), heard.getTime() + 3_600_000)) }),
          ).toBe(false)
      }),
    )
  })
})

describe('What a phone holds for a run', () => {
  const activatedAt = '2026-11-16T00:00:00.000Z'
  const [before, after] = ['2026-11-12T00:00:00.000Z', '2026-11-17T00:00:00.000Z']
  const held = (lastSeenAt: string, oldestUnsentAt: string | null, unsent = 2) =>
    unsentForRun({ unsent, lastSeenAt, oldestUnsentAt }, activatedAt)

  it('is nothing where the phone reported before the run was activated', () => {
    expect(held(before, before)).toBe('none')
    expect(held(after, null, 0)).toBe('none')
  })

  it('is said to be older where the oldest record is from before the run, else it is the run’s', () => {
    expect(held(after, before)).toBe('older')
    expect(held(after, after)).toBe('some')
    expect(held(after, null)).toBe('some')
  })
})
