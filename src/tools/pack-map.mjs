import { readdirSync, readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readOptions } from './shared/options.mjs'
import { giveUp } from './shared/run.mjs'
import { ensureInstalled } from './shared/setup.mjs'

const typed = process.argv.slice(2)
readOptions(
  {
    command: 'npm run pack-map -- FOLDER FILE',
    does: 'Packs the vector tiles of a folder, as tilemaker writes them (z/x/y.pbf and metadata.json), into the PMTiles file that MAP_TILES names.',
    options: {},
  },
  typed.filter((word) => word.startsWith('-')),
)
const [folder, file] = typed.filter((word) => !word.startsWith('-'))
if (folder === undefined || file === undefined)
  giveUp('Name the folder of tiles and the file to write: npm run pack-map -- FOLDER FILE')
const tiles = tilesOf(folder)
if (tiles.length === 0) giveUp(`${folder} has no tiles: a tile is a file such as 14/15069/9832.pbf.`)
const metadata = metadataOf(folder)
await ensureInstalled()
const { writePmtiles } = await import('./shared/pmtiles.mjs')
await writePmtiles(file, tiles, metadata)
console.log(`${tiles.length} tiles in ${file}, ${(statSync(file).size / 1e6).toFixed(1)} MB`)

/** @param {string} folder */
function tilesOf(folder) {
  return namesIn(folder).flatMap((name) => {
    const [, z, x, y] = /^(\d+)[\\/](\d+)[\\/](\d+)\.(?:pbf|mvt)$/.exec(name) ?? []
    return y === undefined
      ? []
      : [{ z: Number(z), x: Number(x), y: Number(y), read: () => readFile(path.join(folder, name)) }]
  })
}

/** @param {string} folder */
function namesIn(folder) {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
  } catch {
    return giveUp(`The folder ${folder} can’t be read.`)
  }
}

/** @param {string} folder */
function metadataOf(folder) {
  try {
    const metadata = JSON.parse(readFileSync(path.join(folder, 'metadata.json'), 'utf8'))
    if (metadata.bounds?.length === 4 && metadata.bounds.every(Number.isFinite)) return metadata
  } catch {
    // What is wrong is said below.
  }
  return giveUp(`${folder} has no metadata.json with bounds: west, south, east and north.`)
}
