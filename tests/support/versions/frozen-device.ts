import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { packageRoot } from '#server/package-root.ts'

/** The phone state written by a released build: its databases row by row, photos' bytes included. */
export interface FrozenDevice {
  /** The build that wrote it. */
  appBuild: string
  /** ISO: when, by its clock. */
  at: string
  driverID: string
  runOrderID: string
  assignmentIDs: string[]
  databases: FrozenDatabase[]
}

export interface FrozenDatabase {
  name: string
  /** As the browser counts: ten times Dexie's. */
  version: number
  stores: {
    name: string
    keyPath: string
    indexes: { name: string; keyPath: string | string[]; unique: boolean }[]
    rows: unknown[]
  }[]
}

/**
 * The folder of the frozen phones. A file is created once, by the build it is named after, and never again
 * (`npm run freeze-device`).
 */
export const FROZEN = path.join(packageRoot(), 'tests/support/versions/frozen')

export function frozenDevices(): FrozenDevice[] {
  return readdirSync(FROZEN)
    .sort()
    .map((name) => JSON.parse(readFileSync(path.join(FROZEN, name), 'utf8')) as FrozenDevice)
}

function asked<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Everything on a disk, in a form that JSON can hold. */
export async function freezeDisk(disk: IDBFactory): Promise<FrozenDatabase[]> {
  const frozen: FrozenDatabase[] = []
  for (const { name = '' } of (await disk.databases()).sort((a, b) => ((a.name ?? '') < (b.name ?? '') ? -1 : 1))) {
    const db = await asked(disk.open(name))
    const stores: FrozenDatabase['stores'] = []
    for (const table of db.objectStoreNames) {
      const store = db.transaction(table).objectStore(table)
      const indexes = [...store.indexNames]
        .map((index) => store.index(index))
        .map((index) => ({ name: index.name, keyPath: index.keyPath, unique: index.unique }))
      stores.push({
        name: table,
        keyPath: String(store.keyPath),
        indexes,
        rows: (await asked(store.getAll())).map(packed),
      })
    }
    frozen.push({ name, version: db.version, stores })
    db.close()
  }
  return frozen
}

/** Recreates the disk as that build created it, without today's code. */
export async function thawDisk(disk: IDBFactory, databases: readonly FrozenDatabase[]): Promise<void> {
  for (const { name, version, stores } of databases) {
    const opening = disk.open(name, version)
    opening.onupgradeneeded = () => {
      for (const { name: table, keyPath, indexes, rows } of stores) {
        const store = opening.result.createObjectStore(table, { keyPath })
        for (const index of indexes) store.createIndex(index.name, index.keyPath, { unique: index.unique })
        for (const row of rows) store.put(unpacked(row))
      }
    }
    const db = await asked(opening)
    db.close()
  }
}

/** The rows of a frozen table. */
export function rowsOf<T>({ databases }: FrozenDevice, table: string): T[] {
  return databases.flatMap(({ stores }) =>
    stores.filter(({ name }) => name === table).flatMap(({ rows }) => rows.map(unpacked) as T[]),
  )
}

const BYTES = '$base64'

function packed(value: unknown): unknown {
  if (Object.prototype.toString.call(value) === '[object ArrayBuffer]')
    return { [BYTES]: Buffer.from(value as ArrayBuffer).toString('base64') }
  return mapped(value, packed)
}

function unpacked(value: unknown): unknown {
  const bytes = typeof value === 'object' && value !== null && BYTES in value ? String(value[BYTES]) : null
  return bytes === null ? mapped(value, unpacked) : new Uint8Array(Buffer.from(bytes, 'base64')).buffer
}

function mapped(value: unknown, change: (inner: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change)
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, change(inner)]))
    : value
}
