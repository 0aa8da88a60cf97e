import { createReadStream } from 'node:fs'
import path from 'node:path'
import { createGunzip } from 'node:zlib'
import type { Transaction } from '../database.ts'
import { type Manifest, tableFile, UnusableBackup } from './backup-files.ts'
import { fixValueFormats, readRows, writeRows } from './table-rows.ts'
import { tableShapes } from './table-shapes.ts'

/**
 * Fills empty tables, created by the same migrations as the backup's, and reads them again: the database then holds
 * exactly what was saved, or nothing of it. Throws UnusableBackup.
 */
export async function loadTables(tx: Transaction, folder: string, { tables }: Manifest): Promise<void> {
  await fixValueFormats(tx)
  const here = new Map((await tableShapes(tx)).map((shape) => [shape.name, shape]))
  for (const table of tables) {
    const columns = new Map(here.get(table.name)?.columns.map(({ name, type }) => [name, type]))
    if (columns.size !== table.columns.length || table.columns.some(({ name, type }) => columns.get(name) !== type)) {
      throw new UnusableBackup(`The table ${table.name} of the backup is not that of the same migrations here.`)
    }
    await writeRows(tx, table, linesOf(path.join(folder, tableFile(table.name))))
  }
  await checkTables(tx, { tables })
}

/** Reads every table and compares it with what was saved. Throws UnusableBackup. */
export async function checkTables(tx: Transaction, { tables }: Pick<Manifest, 'tables'>): Promise<void> {
  await fixValueFormats(tx)
  for (const table of tables) {
    const { rows, sha256 } = await readRows(tx, table, () => undefined)
    if (rows !== table.rows || sha256 !== table.sha256)
      throw new UnusableBackup(
        `The table ${table.name} has ${rows} rows that are not the ${table.rows} that were saved.`,
      )
  }
}

/** Split at line feeds only: Node's readline would also split at U+2028, which a note may contain. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const unzipped = createGunzip()
  const stream = createReadStream(file)
  stream.on('error', (error) => unzipped.destroy(error))
  let rest = ''
  for await (const chunk of stream.pipe(unzipped).setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') throw new UnusableBackup(`${path.basename(file)} ends in the middle of a row.`)
}
