import { describe, expect, test } from 'vitest'
import { DISK_SHORT_BYTES, MAIL_WAITS_MS } from '#domain/alerts.ts'
import {
  BULK_ACT_LONG_MS,
  BULK_MAIL_WAITS_MS,
  EXCEPTION_WAITS_MS,
  LANE_QUIET_MS,
  STANDBY_BEHIND_BYTES,
  type StoredFacts,
  type SystemFacts,
  systemItems,
} from '#domain/system.ts'

const at = new Date('2026-11-24T00:00:00Z')
const ago = (ms: number) => new Date(at.getTime() - ms)
const none = { count: 0, oldestAt: null }
const disk = (freeBytes: number) => ({ place: 'data' as const, freeBytes, totalBytes: 100 * DISK_SHORT_BYTES })

const stored: StoredFacts = {
  databaseVersion: '15.18',
  databaseBytes: 1_000_000,
  takesWrites: true,
  standby: { expected: false, count: 1, behindBytes: 0 },
  mails: { account: none, bulk: none },
  webhooks: none,
  backup: { lastGoodAt: ago(3_600_000), bytes: 1_000, photosMissing: 0, failed: false, stale: false },
  cleanUp: { doneAt: ago(3_600_000), failedAt: null, watchedSince: ago(9_000_000) },
  bulkActSince: null,
  exceptions: { open: 0, oldestAt: null },
  phones: { unsentLong: 0, oldestUnsentAt: null, builds: [{ build: '0.1.0+abc', phones: 3 }] },
  openAlerts: [],
}
const well: SystemFacts = {
  at,
  databaseKind: 'postgres',
  stored,
  photos: { kind: 's3', answers: true },
  mailKind: 'smtp',
  disks: [disk(50 * DISK_SHORT_BYTES)],
  lanes: [{ lane: 'reminders', quietMs: 1_000, restarts: 0 }],
}
const but = (some: Partial<StoredFacts>): SystemFacts => ({ ...well, stored: { ...stored, ...some } })
const faultsOf = (facts: SystemFacts) => systemItems(facts).flatMap(({ faults }) => faults)
const stateOf = (facts: SystemFacts) => Object.fromEntries(systemItems(facts).map(({ item, state }) => [item, state]))
const opened = (kind: StoredFacts['openAlerts'][number]['kind']) => but({ openAlerts: [{ kind, count: 1 }] })
const waiting = (priority: 'account' | 'bulk', ms: number) =>
  but({ mails: { ...stored.mails, [priority]: { count: 1, oldestAt: ago(ms) } } })

describe('How an installation is', () => {
  test('One that is well is good in everything', () => {
    expect(faultsOf(well)).toEqual([])
    expect(new Set(Object.values(stateOf(well)))).toEqual(new Set(['good']))
  })

  test('What an installation does not have is neither good nor wrong', () => {
    const small: SystemFacts = {
      ...but({
        standby: null,
        backup: { ...stored.backup, lastGoodAt: null },
        phones: { ...stored.phones, builds: [] },
      }),
      mailKind: 'kept',
    }
    expect(stateOf(small)).toMatchObject({ standby: 'none', backup: 'none', phones: 'none', mail: 'none' })
    expect(stateOf(but({ standby: { expected: false, count: 0, behindBytes: null } }))['standby']).toBe('none')
  })

  test('While the database does not answer, only that is wrong, and what it keeps is not known', () => {
    const away = { ...well, stored: null }
    expect(faultsOf(away)).toEqual(['database-away'])
    expect(stateOf(away)).toMatchObject({ database: 'wrong', mail: 'none', backup: 'none', late: 'none', disk: 'good' })
  })

  test.each<[string, SystemFacts, SystemFacts | null]>([
    ['database-read-only', but({ takesWrites: false }), null],
    ['standby-missing', but({ standby: { expected: true, count: 0, behindBytes: null } }), null],
    [
      'standby-behind',
      but({ standby: { expected: false, count: 1, behindBytes: STANDBY_BEHIND_BYTES + 1 } }),
      but({ standby: { expected: false, count: 1, behindBytes: STANDBY_BEHIND_BYTES } }),
    ],
    ['photos-away', { ...well, photos: { kind: 's3', answers: false } }, null],
    ['photos-missing', but({ backup: { ...stored.backup, photosMissing: 1 } }), null],
    ['mails-late', waiting('account', MAIL_WAITS_MS + 1), waiting('account', MAIL_WAITS_MS)],
    ['mails-late', waiting('bulk', BULK_MAIL_WAITS_MS + 1), waiting('bulk', BULK_MAIL_WAITS_MS)],
    ['mails-late', opened('mail-stuck'), null],
    ['mails-refused', opened('mail-refused'), null],
    ['backup-failed', but({ backup: { ...stored.backup, failed: true } }), null],
    ['backup-stale', but({ backup: { ...stored.backup, stale: true } }), null],
    ['clean-up-late', but({ cleanUp: { ...stored.cleanUp, failedAt: at } }), null],
    [
      'work-late',
      { ...well, lanes: [{ lane: 'pushes', quietMs: LANE_QUIET_MS + 1, restarts: 0 }] },
      { ...well, lanes: [{ lane: 'pushes', quietMs: LANE_QUIET_MS, restarts: 3 }] },
    ],
    ['bulk-act-late', but({ bulkActSince: ago(BULK_ACT_LONG_MS + 1) }), but({ bulkActSince: ago(BULK_ACT_LONG_MS) })],
    [
      'exceptions-late',
      but({ exceptions: { open: 1, oldestAt: ago(EXCEPTION_WAITS_MS + 1) } }),
      but({ exceptions: { open: 1, oldestAt: ago(EXCEPTION_WAITS_MS) } }),
    ],
    ['phones-unsent', but({ phones: { ...stored.phones, unsentLong: 1 } }), null],
    ['phones-silent', opened('phone-silent'), null],
    ['records-missing', opened('records-missing'), null],
    ['disk-short', { ...well, disks: [disk(DISK_SHORT_BYTES - 1)] }, { ...well, disks: [disk(DISK_SHORT_BYTES)] }],
  ])('%s is a fault of its own, from its limit on', (fault, wrong, stillGood) => {
    expect(faultsOf(wrong)).toEqual([fault])
    if (stillGood) expect(faultsOf(stillGood)).toEqual([])
  })
})
