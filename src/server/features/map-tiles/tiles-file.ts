import { open } from 'node:fs/promises'

/** Bytes of a PMTiles header (version 3 of its specification). */
const HEADER = 127
const VERSION_AT = 7
const TILE_TYPE_AT = 99
const VECTOR_TILES = 1

/** Why the office's maps can't use this file, in a sentence for the operator; null: they can. */
export async function tilesProblem(file: string): Promise<string | null> {
  const head = Buffer.alloc(HEADER)
  try {
    const opened = await open(file)
    try {
      const { bytesRead } = await opened.read(head, 0, HEADER, 0)
      if (bytesRead < HEADER || head.toString('latin1', 0, VERSION_AT) !== 'PMTiles')
        return `MAP_TILES names ${file}, which is not a PMTiles file.`
    } finally {
      await opened.close()
    }
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return `MAP_TILES names ${file}, which ${isMissing ? 'does not exist' : 'can’t be read'}.`
  }
  if (head[VERSION_AT] !== 3) return `MAP_TILES names ${file}, a PMTiles file of version ${head[VERSION_AT]}, not 3.`
  if (head[TILE_TYPE_AT] !== VECTOR_TILES) return `MAP_TILES names ${file}, whose tiles are pictures, not vectors.`
  return null
}
