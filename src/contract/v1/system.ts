import * as z from 'zod/mini'
import { DISK_PLACES, SYSTEM_FAULTS, SYSTEM_STATES } from '#domain/system.ts'
import { endpoint } from '../endpoint.ts'
import { count, instant } from '../shapes.ts'

const bytes = z.int().check(z.nonnegative())
/** `none`: there is nothing to be good, such as a standby that nobody set up. `faults` say what is wrong. */
const judged = { state: z.enum(SYSTEM_STATES), faults: z.array(z.enum(SYSTEM_FAULTS)) }

/** Figures are null while the database, which keeps them, does not answer. */
const systemItem = z.discriminatedUnion('item', [
  z.object({
    item: z.literal('database'),
    ...judged,
    kind: z.enum(['embedded', 'postgres']),
    version: z.nullable(z.string()),
    bytes: z.nullable(bytes),
  }),
  z.object({
    item: z.literal('standby'),
    ...judged,
    /** The database waits for a standby to confirm each commit (`synchronous_standby_names`). */
    expected: z.boolean(),
    count: z.nullable(count),
    /** How far the nearest standby is behind; null too where the database's user may not see it. */
    behindBytes: z.nullable(bytes),
  }),
  z.object({
    item: z.literal('photos'),
    ...judged,
    kind: z.enum(['embedded', 's3']),
    /** Photos that the last backup found nowhere. */
    missing: z.nullable(count),
  }),
  z.object({
    item: z.literal('mail'),
    ...judged,
    /** `kept`: there is no mail server. */
    kind: z.enum(['smtp', 'kept']),
    queued: z.nullable(count),
    oldestAt: z.nullable(instant),
  }),
  z.object({
    item: z.literal('backup'),
    ...judged,
    lastGoodAt: z.nullable(instant),
    bytes: z.nullable(bytes),
  }),
  z.object({
    item: z.literal('late'),
    ...judged,
    /** When the nightly clean-up last succeeded. */
    cleanedUpAt: z.nullable(instant),
    /** When the oldest bulk act that still runs was begun. */
    bulkActSince: z.nullable(instant),
    exceptions: z.nullable(count),
    oldestExceptionAt: z.nullable(instant),
    /** Background work of the answering server that has not succeeded for long. */
    lanes: z.array(z.string()),
  }),
  z.object({
    item: z.literal('phones'),
    ...judged,
    /** Phones that hold a record unsent for over two hours. */
    unsentLong: z.nullable(count),
    oldestUnsentAt: z.nullable(instant),
    /** The builds of the phones heard in the last 30 days; null where the phone did not tell it. */
    builds: z.array(z.object({ build: z.nullable(z.string()), phones: count })),
  }),
  z.object({
    item: z.literal('disk'),
    ...judged,
    disks: z.array(z.object({ place: z.enum(DISK_PLACES), freeBytes: bytes, totalBytes: bytes })),
  }),
])

export const getSystem = endpoint({
  method: 'GET',
  path: '/v1/system',
  summary:
    'How the installation is: database, standby, photos, mail, backup, what is late, phones, disk. Read at most every 30 seconds',
  roles: { ADMIN: 'any' },
  area: 'settings',
  reads: 'any',
  input: z.strictObject({}),
  output: z.object({
    version: z.string(),
    commit: z.string(),
    checkedAt: instant,
    items: z.array(systemItem),
  }),
  refusals: [],
})
