import { IDBFactory } from 'fake-indexeddb'

/**
 * The part of fake-indexeddb's internal state behind a factory that is needed here; no browser can be asked to copy a
 * disk.
 */
interface Disk {
  _databases: Map<string, Database>
}
interface Database {
  constructor: new (name: string, version: number) => Database
  name: string
  version: number
  rawObjectStores: Map<string, Store>
}
interface Store {
  constructor: new (database: Database, name: string, keyPath: unknown, autoIncrement: boolean) => Store
  name: string
  keyPath: unknown
  autoIncrement: boolean
  records: Records
  rawIndexes: Map<string, Index>
}
interface Index {
  constructor: new (store: Store, name: string, keyPath: unknown, multiEntry: boolean, unique: boolean) => Index
  name: string
  keyPath: unknown
  multiEntry: boolean
  unique: boolean
  initialized: boolean
  records: Records
}
interface Records {
  values(): Iterable<object>
  put(record: object): void
}

const insides = (disk: IDBFactory) => disk as unknown as Disk

/** Copies all databases and rows to a separate disk. Later writes to one disk do not appear on the other. */
export function copyOfDisk(disk: IDBFactory): IDBFactory {
  const copy = new IDBFactory()
  for (const [name, database] of insides(disk)._databases) insides(copy)._databases.set(name, copyOfDatabase(database))
  return copy
}

function copyOfDatabase(database: Database): Database {
  const copy = new database.constructor(database.name, database.version)
  for (const [name, store] of database.rawObjectStores) copy.rawObjectStores.set(name, copyOfStore(store, copy))
  return copy
}

function copyOfStore(store: Store, database: Database): Store {
  const copy = new store.constructor(database, store.name, store.keyPath, store.autoIncrement)
  copyRecords(store.records, copy.records)
  for (const [name, index] of store.rawIndexes) {
    const own = new index.constructor(copy, index.name, index.keyPath, index.multiEntry, index.unique)
    own.initialized = true
    copyRecords(index.records, own.records)
    copy.rawIndexes.set(name, own)
  }
  return copy
}

/** A row is replaced, never changed, so both disks may share it. */
function copyRecords(from: Records, to: Records): void {
  for (const record of from.values()) to.put(record)
}
