import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { type Endpoint, MAX_DEPTH, MAX_NAMES, pathNames, PUBLIC_BYTES, SIGNED_IN_BYTES } from '#contract/endpoint.ts'
import { doneEvent, recordDone } from '#contract/v1/done.ts'
import { updateRun } from '#contract/v1/runs-office.ts'
import { updateSetting, updateSettings } from '#contract/v1/settings.ts'
import { importUnsent } from '#contract/v1/unsent.ts'
import { register } from '#contract/v1/registration.ts'
import { EVENTS_PER_REQUEST, NOTES_MAX, SEQ_MAX } from '#domain/limits.ts'
import { type Setting, settingBounds, type SettingKey, SETTINGS } from '#domain/settings.ts'
import { largest, measured, type Size } from './largest-values.ts'

const modules = import.meta.glob<Record<string, unknown>>('/src/contract/v1/*.ts', { eager: true })
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'refusals' in value
const endpoints = Object.values(modules).flatMap((module) => Object.values(module).filter(isEndpoint))
const withJson = endpoints.filter(({ body, method }) => body === 'json' && method !== 'GET')
const named = (of: readonly Endpoint[]): [string, Endpoint][] => of.map((one) => [`${one.method} ${one.path}`, one])

/**
 * One record, whatever it holds: the longest note in the widest characters, as a phone writes it, plus 4 kB for the
 * rest.
 */
const RECORD_BYTES = 16_384
const STOPS = 5_000
const uuid = '0190a000-0000-7000-8000-000000000000'
const longNote = '\u4e2d'.repeat(NOTES_MAX)

/**
 * Where the schema sets no bound, because its parts are checked one by one, or where the sum of the parts is bounded.
 */
const OPEN = new Map<Endpoint, Size>([
  [recordDone, withRecords()],
  [
    updateRun,
    measured({
      description: longNote,
      trrNotes: longNote,
      jobs: {
        add: ids(STOPS),
        remove: ids(STOPS),
        order: ids(STOPS),
        orderFrom: uuid,
        assign: Array.from({ length: 200 }, () => ({ assignmentIDs: ids(STOPS / 200), driverID: uuid })),
        edit: edits(),
      },
    }),
  ],
  // Each setting is a text of at most as many characters as a note.
  [updateSetting, measured({ value: longNote })],
  [updateSettings, measured({ settings: Object.keys(SETTINGS).map(withLongestText), lockAhead: true })],
])

/** A setting with the longest text it takes; numbers and others are short. */
function withLongestText(key: string): object {
  const setting: Setting = SETTINGS[key as SettingKey]
  const { max } = typeof setting.default === 'string' ? settingBounds(setting) : { max: null }
  return { key, value: '\u4e2d'.repeat(max ?? 100), version: 999_999 }
}

function withRecords(): Size {
  const { values } = largest(doneEvent)
  const count = 999_999
  const reconcile = {
    highestSeq: SEQ_MAX,
    // A phone's ids are plain letters, of at most the length in the schema.
    unsent: Array.from({ length: STOPS }, () => 'x'.repeat(100)),
    accounted: Array.from({ length: STOPS }, () => SEQ_MAX),
    oldestUnsentAt: '2026-11-22T00:00:00.000Z',
    needsAttention: count,
    appBuild: longNote.slice(0, 100),
    wiped: true,
  }
  const outside = measured({
    sentAt: '2026-11-22T00:00:00.000Z',
    deviceID: longNote.slice(0, 100),
    reconcile,
    events: [],
    finished: true,
  })
  return {
    bytes: outside.bytes + EVENTS_PER_REQUEST * (RECORD_BYTES + 1),
    values: outside.values + EVENTS_PER_REQUEST * (1 + 2 * values),
    names: 2 * values,
    depth: outside.depth + 1,
  }
}

function ids(count: number): string[] {
  return Array.from({ length: count }, () => uuid)
}

function edits(): object[] {
  return Array.from({ length: STOPS }, (_, at) => ({
    assignmentID: uuid,
    amount: 9_999_999.99,
    runNumber: 99,
    ...(at < 24 && { adminNotes: longNote }),
  }))
}

/** Its body is the form of a mail program: bytes, and no file. */
const ONE_CLICK = '/v1/unsubscribe/{token}'

describe('the limits of a request body', () => {
  test('the contract has operations with a body', () => expect(withJson.length).toBeGreaterThan(30))

  test.each(named(withJson.filter((one) => one !== importUnsent)))(
    '%s takes the largest body its own fields allow, and not ten times as much',
    (_name, one) => {
      const path = Object.fromEntries(pathNames(one.path).map((name) => [name, '']))
      const { bytes, values, names, depth } = OPEN.get(one) ?? largest(one.input, path)
      expect(bytes).toBeLessThanOrEqual(one.maxBytes)
      expect(values).toBeLessThanOrEqual(one.maxValues)
      // A newer app may send more fields than this contract has, and the answer lists them.
      expect(3 * names).toBeLessThanOrEqual(MAX_NAMES)
      expect(depth).toBeLessThanOrEqual(MAX_DEPTH)
      if (one.roles === 'public' && one !== register) expect(one.maxBytes).toBeLessThanOrEqual(PUBLIC_BYTES)
      if (one.maxBytes > SIGNED_IN_BYTES) expect(one.maxBytes).toBeLessThan(10 * bytes)
    },
  )

  test('a file of unsent work has room for the names of all the records and photos it may hold', () => {
    const photo = 6
    expect(20_000 * (largest(doneEvent).values + 2 + photo)).toBeLessThanOrEqual(importUnsent.maxValues)
  })

  test.each(named(endpoints.filter(({ body, path }) => body !== 'json' && path !== ONE_CLICK)))(
    '%s says how large its file may be',
    (_name, one) => {
      expect(one.maxBytes).toBeGreaterThan(SIGNED_IN_BYTES)
    },
  )

  test('an operation that only reads takes no body', () => {
    for (const one of endpoints) if (one.method === 'GET') expect(one.maxBytes).toBe(0)
  })

  test('the largest body of a schema is computed', () => {
    const shape = z.strictObject({
      name: z.string().check(z.maxLength(10)),
      tags: z.array(z.string().check(z.maxLength(2))).check(z.maxLength(3)),
      kind: z.optional(z.enum(['a', 'bcd'])),
    })
    const whole = { name: '\u0001'.repeat(10), tags: Array.from({ length: 3 }, () => '\u0001\u0001'), kind: 'bcd' }
    expect(largest(shape)).toEqual({ bytes: JSON.stringify(whole).length, values: 6, names: 3, depth: 2 })
    expect(() => largest(z.strictObject({ name: z.string() }))).toThrow('name')
    expect(() => largest(z.strictObject({ tags: z.array(z.boolean()) }))).toThrow('tags')
  })
})
