import { Dexie, type Table } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '#client/offline/store/schema.ts'

interface Row {
  id: string
  said: number
}

/** Few letters, so that all relations of ids occur: missing, duplicate, and far from the others. */
const anID = fc.string({ unit: fc.constantFrom('0', '1', '9', 'a', 'f'), minLength: 1, maxLength: 4 })

describe('many rows of one table, read together', () => {
  test('are the same rows as when each is read alone, in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anID, { maxLength: 120 }),
        fc.array(anID, { maxLength: 40 }),
        async (kept, asked) => {
          const db = new Dexie('rows', { indexedDB: new IDBFactory(), IDBKeyRange })
          db.version(1).stores({ rows: 'id' })
          const rows = db.table('rows') as Table<Row, string>
          await rows.bulkPut(kept.map((id, said) => ({ id, said })))
          expect(await rowsOf(rows, asked)).toEqual(await rows.bulkGet(asked))
          db.close()
        },
      ),
      { numRuns: 60 },
    )
  })
})
