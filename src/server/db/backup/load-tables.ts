import path from 'node:path'
import type { Transaction } from '../database.ts'
import { type Manifest, tableFile, UnusableBackup } from './backup-files.ts'
import { CutOff, linesOf } from './lines.ts'
import { fixValueFormats, type OnRows, readRows, writeRows } from './table-rows.ts'
import { tableShapes } from './table-shapes.ts'

interface LoadSettings {
  /** Called first; the function it returns is called when all rows are there. */
  readonly prepare?: ((tx: Transaction) => Promise<() => Promise<void>>) | undefined
  /** Counts rows written, then rows compared. */
  readonly onLoaded?: OnRows | undefined
  readonly onCompared?: OnRows | undefined
}

/**
 * Fills empty tables, made by the same migrations as those of the backup, and reads them again: the database then holds
 * exactly what was saved, or nothing of it. Throws UnusableBackup.
 */
export async function loadTables(
  tx: Transaction,
  folder: string,
  { tables }: Pick<Manifest, 'tables'>,
  { prepare, onLoaded, onCompared }: LoadSettings = {},
): Promise<void> {
  await fixValueFormats(tx)
  const here = new Map((await tableShapes(tx)).map((shape) => [shape.name, shape]))
  const whenFilled = await prepare?.(tx)
  for (const table of tables) {
    const columns = new Map(here.get(table.name)?.columns.map(({ name, type }) => [name, type]))
    if (columns.size !== table.columns.length || table.columns.some(({ name, type }) => columns.get(name) !== type)) {
      throw new UnusableBackup(`The table ${table.name} of the backup is not that of the same migrations here.`)
    }
    await writeRows(tx, table, wholeLines(path.join(folder, tableFile(table.name))), onLoaded)
  }
  await whenFilled?.()
  await checkTables(tx, { tables }, onCompared)
}

/** Reads every table and compares it with what was saved. Throws UnusableBackup. */
export async function checkTables(
  tx: Transaction,
  { tables }: Pick<Manifest, 'tables'>,
  onCompared?: OnRows,
): Promise<void> {
  await fixValueFormats(tx)
  for (const table of tables) {
    const { rows, sha256 } = await readRows(tx, table, () => undefined, { onRows: onCompared })
    if (rows !== table.rows || sha256 !== table.sha256)
      throw new UnusableBackup(
        `The table ${table.name} has ${rows} rows that are not the ${table.rows} that were saved.`,
      )
  }
}

async function* wholeLines(file: string): AsyncGenerator<string> {
  try {
    yield* linesOf(file)
  } catch (error) {
    throw error instanceof CutOff ? new UnusableBackup(`${path.basename(file)} ends in the middle of a row.`) : error
  }
}
