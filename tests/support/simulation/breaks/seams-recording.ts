import type * as ExceptionsFile from '#domain/exceptions.ts'
import type * as DeviceFile from '#server/features/runs/recording/device-commands.ts'
import type * as FollowFile from '#server/features/runs/recording/follow-commands.ts'
import type * as IncomeFile from '#server/features/runs/recording/income-reads.ts'
import type * as PhotoFilesFile from '#server/features/runs/recording/photo-files.ts'
import type * as StoreFile from '#server/features/runs/recording/store-batch-commands.ts'
import type * as VerdictsFile from '#server/features/runs/recording/verdicts.ts'
import type * as EventsFile from '#server/features/runs/core/events-reads.ts'
import type * as FieldWorkFile from '#server/features/runs/core/field-work-commands.ts'
import type * as RunsFile from '#server/features/runs/core/runs-reads.ts'
import type * as StopsReadFile from '#server/features/runs/core/stops-reads.ts'
import type * as StopsFile from '#server/features/runs/core/stops-commands.ts'
import type { Seam } from './break.ts'
import { breaksOf } from './breaks-of.ts'

const RECORDING = 'src/server/features/runs/recording'
const CORE = 'src/server/features/runs/core'
const WEEK_MS = 7 * 24 * 3_600_000

const exceptions = breaksOf<typeof ExceptionsFile>('src/domain/exceptions.ts')
const devices = breaksOf<typeof DeviceFile>(`${RECORDING}/device-commands.ts`)
const follow = breaksOf<typeof FollowFile>(`${RECORDING}/follow-commands.ts`)
const incomes = breaksOf<typeof IncomeFile>(`${RECORDING}/income-reads.ts`)
const photoFiles = breaksOf<typeof PhotoFilesFile>(`${RECORDING}/photo-files.ts`)
const store = breaksOf<typeof StoreFile>(`${RECORDING}/store-batch-commands.ts`)
const verdicts = breaksOf<typeof VerdictsFile>(`${RECORDING}/verdicts.ts`)
const events = breaksOf<typeof EventsFile>(`${CORE}/events-reads.ts`)
const fieldWork = breaksOf<typeof FieldWorkFile>(`${CORE}/field-work-commands.ts`)
const runs = breaksOf<typeof RunsFile>(`${CORE}/runs-reads.ts`)
const stopsRead = breaksOf<typeof StopsReadFile>(`${CORE}/stops-reads.ts`)
const stops = breaksOf<typeof StopsFile>(`${CORE}/stops-commands.ts`)

/** What the server stores of a batch, answers to it, and lets follow from it. */
export const OF_RECORDING: readonly Seam[] = [
  exceptions('a record in review of a completed stop counts', 'judgeEvent', (judgeEvent) => (situation) => {
    const judged = judgeEvent(situation)
    return judged.code === 'job_completed' ? { effect: 'counts', code: judged.code as never } : judged
  }),
  verdicts(
    'the verdict of a duplicate does not say that it is one',
    'verdictOf',
    (verdictOf) => (stored) => verdictOf(stored),
  ),
  verdicts(
    'a duplicate’s verdict has no version',
    'verdictOf',
    (verdictOf) => (stored, duplicate) => verdictOf(duplicate ? { ...stored, jobVersion: null } : stored, duplicate),
  ),
  verdicts(
    'a duplicate’s verdict does not say that it is in review',
    'verdictOf',
    (verdictOf) => (stored, duplicate) => verdictOf(duplicate ? { ...stored, code: null } : stored, duplicate),
  ),
  verdicts('a verdict’s version is one too low', 'verdictOf', (verdictOf) => (stored, duplicate) => {
    const jobVersion = stored.jobVersion === null ? null : stored.jobVersion - 1
    return verdictOf({ ...stored, jobVersion }, duplicate)
  }),
  store(
    'every database error makes the batch malformed',
    'storeBatch',
    (storeBatch) => async (database, batch, log, rest) => {
      try {
        return await storeBatch(database, batch, log, rest)
      } catch (error) {
        if (batch.events.length === 0) throw error
        const { inTransaction } = await import('#server/db/transaction.ts')
        const { rejected } = await import('#server/features/runs/recording/verdicts.ts')
        return {
          verdicts: batch.events.map(({ eventID }) => rejected(eventID, 'malformed')),
          rest: await inTransaction(database, rest, { isolation: 'read committed' }),
        }
      }
    },
  ),
  store(
    'the counts are compared before the batch is stored',
    'storeBatch',
    (storeBatch) => async (database, batch, log, rest) => {
      const { inTransaction } = await import('#server/db/transaction.ts')
      const done = await inTransaction(database, rest, { isolation: 'read committed' })
      return storeBatch(database, batch, log, async () => done)
    },
  ),
  photoFiles(
    'a store that can’t be reached counts as without the photo',
    'photoFiles',
    (photoFiles) =>
      async (...given) => {
        const files = await photoFiles(...given)
        return new Map([...files].map(([id, file]) => [id, file === 'store_away' ? 'photo_not_uploaded' : file]))
      },
  ),
  photoFiles(
    'one photo whose store can’t be reached fails its batch',
    'photoFiles',
    (photoFiles) =>
      async (...given) => {
        const files = await photoFiles(...given)
        const { StorageTrouble } = await import('#server/ports.ts')
        if ([...files.values()].includes('store_away')) throw new StorageTrouble('away', 'A record waits for its photo')
        return files
      },
  ),
  devices('the server reports no missing numbers', 'meetDevice', (meetDevice) => async (...given) => {
    const met = await meetDevice(...given)
    const { reconcile } = met
    return {
      ...met,
      reconcile: reconcile && { ...reconcile, holes: [], equal: reconcile.holes.length > 0 || reconcile.equal },
    }
  }),
  events('devices of one user share one sequence', 'recordedEvent', (recordedEvent) => (row) => {
    const event = recordedEvent(row)
    return event && { ...event, deviceID: row.actorID }
  }),
  follow(
    'only one stop of a batch is written',
    'followRecords',
    (followRecords) => (tx, run, assignmentIDs, now, known) =>
      followRecords(tx, run, assignmentIDs.slice(0, 1), now, known && { ...known, rows: known.rows.slice(0, 1) }),
  ),
  fieldWork('a run is never done in the field', 'noteFieldWork', () => async () => undefined),
  fieldWork(
    'a run that was done once stays done',
    'noteFieldWork',
    (noteFieldWork) => (tx, run, _wasDone, now) => noteFieldWork(tx, run, false, now),
  ),
  runs(
    'a completed run leaves the phones at once',
    'staysOnDevices',
    (staysOnDevices) => (now) => staysOnDevices(new Date(now.getTime() + WEEK_MS)),
  ),
  stopsRead(
    'a stop’s photos are in reverse order',
    'stopsShown',
    (stopsShown) => async (db, where) =>
      (await stopsShown(db, where)).map((stop) => ({ ...stop, photos: stop.photos.toReversed() })),
  ),
  stops('former drivers of a stop are not stored', 'rememberDrivers', () => async () => undefined),
  // What a stop earns.
  incomes(
    'a new rate changes the pay of earlier stops',
    'incomeFollowing',
    (incomeFollowing) => (stop, _stored, pay) => incomeFollowing(stop, [], pay),
  ),
  incomes(
    'the stop’s present driver is paid instead of the one who recorded it',
    'incomeFollowing',
    (incomeFollowing) => (stop, stored, pay) =>
      incomeFollowing({ ...stop, recordedBy: stop.driverID, driverID: stop.recordedBy }, stored, pay),
  ),
  incomes(
    'a stop recorded by another driver is paid at the first driver’s rate',
    'incomeFollowing',
    (incomeFollowing) => (stop, stored, pay) => {
      const drivers = [stop.recordedBy, stop.driverID].filter((id) => id !== null)
      const first = stored.slice(0, 1).flatMap((row) => drivers.map((driverID) => ({ ...row, driverID })))
      return incomeFollowing(stop, first, pay)
    },
  ),
]
