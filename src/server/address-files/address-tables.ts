import { open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** The tables of G-NAF, Australia's file of addresses, that are read, each with the columns that are needed. */
const TABLES = {
  LOCALITY: ['LOCALITY_PID', 'DATE_RETIRED', 'LOCALITY_NAME'],
  STREET_LOCALITY: [
    'STREET_LOCALITY_PID',
    'DATE_RETIRED',
    'STREET_NAME',
    'STREET_TYPE_CODE',
    'STREET_SUFFIX_CODE',
    'LOCALITY_PID',
  ],
  ADDRESS_DETAIL: [
    'ADDRESS_DETAIL_PID',
    'DATE_RETIRED',
    'LOT_NUMBER_PREFIX',
    'LOT_NUMBER',
    'LOT_NUMBER_SUFFIX',
    'FLAT_NUMBER_PREFIX',
    'FLAT_NUMBER',
    'FLAT_NUMBER_SUFFIX',
    'LEVEL_NUMBER',
    'NUMBER_FIRST_PREFIX',
    'NUMBER_FIRST',
    'NUMBER_FIRST_SUFFIX',
    'NUMBER_LAST',
    'STREET_LOCALITY_PID',
    'ALIAS_PRINCIPAL',
    'POSTCODE',
    'CONFIDENCE',
  ],
  ADDRESS_DEFAULT_GEOCODE: [
    'ADDRESS_DEFAULT_GEOCODE_PID',
    'DATE_RETIRED',
    'ADDRESS_DETAIL_PID',
    'GEOCODE_TYPE_CODE',
    'LONGITUDE',
    'LATITUDE',
  ],
} as const

export type TableName = keyof typeof TABLES
export type Column = (typeof TABLES)[TableName][number]

export interface TableFile {
  readonly table: TableName
  readonly file: string
  readonly bytes: number
  /** The headings as they are in the file's first line. */
  readonly headings: readonly string[]
}

const HEADING_BYTES = 64 * 1024

/**
 * The tables in these files and folders, told apart by their headings, in the order in which they are read. Other tables
 * are left out. Throws a sentence.
 */
export async function findTables(named: readonly string[]): Promise<TableFile[]> {
  if (named.length === 0) throw new Error('Name the files of G-NAF, or the folder they are in.')
  const found = new Map<string, TableFile>()
  for (const name of named)
    for (const file of await filesOf(name)) {
      const headings = await headingsOf(file)
      const table = tableWith(headings)
      if (table !== undefined) found.set(file, { table, file, headings, bytes: (await stat(file)).size })
      else if (file === name && !isOther(headings))
        throw new Error(`${file} is no table of G-NAF: its first line has none of their headings. Nothing was written.`)
    }
  const tables = [...found.values()]
  const missing = NAMES.filter((name) => tables.every(({ table }) => table !== name))
  if (missing.length > 0)
    throw new Error(
      `These tables are missing: ${missing.map((name) => `<state>_${name}_psv.psv`).join(', ')}. Nothing was written.`,
    )
  return NAMES.flatMap((name) => tables.filter(({ table }) => table === name))
}

const NAMES = Object.keys(TABLES) as TableName[]

/** The first heading is the table's key. */
const tableWith = (headings: readonly string[]): TableName | undefined =>
  NAMES.find((name) => headings[0] === TABLES[name][0] && TABLES[name].every((column) => headings.includes(column)))

const isOther = (headings: readonly string[]): boolean => headings.length > 1 && /^[A-Z_0-9]+$/.test(headings[0]!)

async function filesOf(name: string): Promise<string[]> {
  const found = await stat(name).catch(() => null)
  if (found === null) throw new Error(`There is no file ${name}. Nothing was written.`)
  if (!found.isDirectory()) return [name]
  const files = await readdir(name, { recursive: true })
  return files
    .filter((file) => file.toLowerCase().endsWith('.psv'))
    .toSorted()
    .map((file) => path.join(name, file))
}

async function headingsOf(file: string): Promise<string[]> {
  const handle = await open(file).catch(() => {
    throw new Error(`${file} can’t be read. Nothing was written.`)
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADING_BYTES), 0, HEADING_BYTES, 0)
    const [first = ''] = buffer.toString('utf8', 0, bytesRead).split('\n')
    return first
      .replace(/^\uFEFF/, '')
      .trim()
      .split('|')
  } finally {
    await handle.close()
  }
}
