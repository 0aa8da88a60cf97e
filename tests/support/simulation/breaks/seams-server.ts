import type * as IncomeRowsFile from '#domain/income-rows.ts'
import type * as ClockFile from '#domain/clock.ts'
import { connectionLost } from '#server/db/errors.ts'
import type * as ErrorsFile from '#server/db/errors.ts'
import type * as InstallationFile from '#server/db/installation.ts'
import type * as TransactionFile from '#server/db/transaction.ts'
import type * as StoredPhotoFile from '#server/files/stored-photo.ts'
import type * as EtagsFile from '#server/http/etags.ts'
import type * as FailuresFile from '#server/http/failures.ts'
import type * as GateFile from '#server/http/gate.ts'
import type { StoragePort } from '#server/ports.ts'
import type { Seam } from './break.ts'
import { breaksOf } from './breaks-of.ts'

const incomeRows = breaksOf<typeof IncomeRowsFile>('src/domain/income-rows.ts')
const clock = breaksOf<typeof ClockFile>('src/domain/clock.ts')
const errors = breaksOf<typeof ErrorsFile>('src/server/db/errors.ts')
const installation = breaksOf<typeof InstallationFile>('src/server/db/installation.ts')
const transaction = breaksOf<typeof TransactionFile>('src/server/db/transaction.ts')
const storedPhoto = breaksOf<typeof StoredPhotoFile>('src/server/files/stored-photo.ts')
const etags = breaksOf<typeof EtagsFile>('src/server/http/etags.ts')
const failures = breaksOf<typeof FailuresFile>('src/server/http/failures.ts')
const gate = breaksOf<typeof GateFile>('src/server/http/gate.ts')

/** The store, which reports a file otherwise than it is. */
const reporting = (storage: StoragePort, change: object): StoragePort => {
  const look: StoragePort['look'] = async (key) => {
    const file = await storage.look(key)
    return file && { ...file, ...change }
  }
  return Object.assign(Object.create(storage) as StoragePort, { look })
}

/** Money, sessions, and what the server does with requests, files and its database. */
export const OF_SERVER: readonly Seam[] = [
  incomeRows('an undone stop keeps its income', 'followIncome', (followIncome) => (rows, earned) => ({
    ...followIncome(rows, earned),
    gone: [],
  })),
  incomeRows('a corrected stop keeps its former income', 'followIncome', (followIncome) => (rows, earned) => ({
    ...followIncome(rows, earned),
    changed: [],
  })),
  incomeRows('pay doubles with each correction', 'followIncome', (followIncome) => (rows, earned) => {
    const follow = followIncome(rows, earned)
    const before = new Map(rows.map(({ incomeID, amount }) => [incomeID, amount]))
    const changed = follow.changed.map((row) => ({ ...row, amount: row.amount + (before.get(row.incomeID) ?? 0) }))
    return { ...follow, changed }
  }),
  incomeRows(
    'a correction by another driver is paid to the first',
    'followIncome',
    (followIncome) => (rows, earned) => {
      const follow = followIncome(rows, earned)
      const before = new Map(rows.map(({ incomeID, driverID }) => [incomeID, driverID]))
      const changed = follow.changed.map((row) => ({ ...row, driverID: before.get(row.incomeID) ?? row.driverID }))
      return { ...follow, changed }
    },
  ),
  clock('a time in the future is trusted', 'clockIsOff', () => () => false),
  clock('the clock offset is not stored', 'clockOffset', () => () => 0),
  storedPhoto('a photo missing in the store is accepted', 'storedPhoto', (stored) => async (storage, claimed) => {
    const found = await stored(storage, claimed)
    return found.state === 'missing' ? { state: 'whole', contentType: 'image/jpeg' } : found
  }),
  storedPhoto(
    'a photo’s hash is not compared',
    'storedPhoto',
    (stored) => (storage, claimed) => stored(reporting(storage, { sha256: claimed.sha256 }), claimed),
  ),
  storedPhoto(
    'a photo’s hash and size are not compared',
    'storedPhoto',
    (stored) => (storage, claimed) =>
      stored(reporting(storage, { sha256: claimed.sha256, size: claimed.size }), claimed),
  ),
  transaction(
    'a transaction is run again after a lost database connection',
    'inTransaction',
    (inTransaction) => async (db, work, settings) => {
      for (let attempt = 1; ; attempt++)
        try {
          return await inTransaction(db, work, settings)
        } catch (error) {
          if (attempt >= 20 || !('$client' in db) || !connectionLost(error)) throw error
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
    },
  ),
  errors('a reset connection does not count as lost', 'connectionLost', (connectionLost) => (error) => {
    for (let current = error; current instanceof Error; current = current.cause)
      if ('code' in current && current.code === 'ECONNRESET') return false
    return connectionLost(error)
  }),
  failures(
    'a lost database connection is answered 500',
    'refusalOf',
    (refusalOf) => (error) => (connectionLost(error) ? null : refusalOf(error)),
  ),
  etags('every conditional request is answered 304', 'noneMatches', () => (header) => header !== undefined),
  etags(
    'any ETag matches',
    'noneMatches',
    () => (header, etag) => (header ?? '').split(',').some((one) => one.trim().startsWith('"') && etag !== ''),
  ),
  gate('a request without a session is answered 403', 'gate', (gate) => (dependencies) => {
    const check = gate(dependencies)
    return async (route, request) => {
      try {
        return await check(route, request)
      } catch (error) {
        const { Refused } = await import('#server/http/refused.ts')
        throw error instanceof Refused && error.code === 'unauthenticated' ? new Refused('forbidden') : error
      }
    }
  }),
  installation('the data epoch is cached for ever', 'epochOf', (epochOf) => {
    let first: string | null = null
    return async (db) => {
      const epoch = await epochOf(db)
      return { ...epoch, dataEpoch: (first ??= epoch.dataEpoch) }
    }
  }),
  installation('without a backup everything counts as backed up', 'epochOf', (epochOf) => async (db) => {
    const epoch = await epochOf(db)
    return { ...epoch, backedUpThrough: epoch.backedUpThrough ?? new Date('2099-01-01T00:00:00.000Z') }
  }),
]
