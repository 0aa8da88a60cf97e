import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'

/** @typedef {{ z: number, x: number, y: number, read: () => Uint8Array | Promise<Uint8Array> }} Tile */
/** @typedef {{ id: number, offset: number, length: number, run: number }} Entry */

/** Header and root directory must lie within the first bytes, as many as this (PMTiles 3, section 3). */
const BEGINNING = 16_384
const HEADER = 127
/** A leaf directory has so many entries; the root has as many tiles, or an entry for each leaf. */
const LEAF = 4_096
/** Equal tiles of at most so many bytes, such as those of the sea, are kept once. */
const OFTEN_EQUAL = 2_048
const GZIP = 2
const VECTOR_TILES = 1

/**
 * Writes vector tiles as one PMTiles file (version 3).
 * @param {string} file
 * @param {readonly Tile[]} tiles compressed by gzip or not
 * @param {{ bounds: readonly [number, number, number, number], [name: string]: unknown }} metadata with west, south,
 * east and north in degrees
 */
export async function writePmtiles(file, tiles, metadata) {
  const ordered = tiles
    .map((tile) => ({ ...tile, id: zxyToTileId(tile.z, tile.x, tile.y) }))
    .sort((a, b) => a.id - b.id)
  const out = await open(file, 'w')
  try {
    let end = BEGINNING
    const append = async (/** @type {Uint8Array} */ bytes) => {
      const at = end
      await out.write(bytes, 0, bytes.length, at)
      end += bytes.length
      return at
    }
    /** @type {Entry[]} */
    const entries = []
    /** @type {Map<string, { offset: number, length: number }>} */
    const known = new Map()
    for (const { id, read } of ordered) {
      const bytes = compressed(await read())
      const hash = bytes.length > OFTEN_EQUAL ? null : createHash('sha256').update(bytes).digest('base64')
      const place = (hash !== null && known.get(hash)) || {
        offset: (await append(bytes)) - BEGINNING,
        length: bytes.length,
      }
      if (hash !== null) known.set(hash, place)
      const last = entries.at(-1)
      if (last !== undefined && last.offset === place.offset && last.id + last.run === id) last.run += 1
      else entries.push({ id, ...place, run: 1 })
    }
    const data = { offset: BEGINNING, length: end - BEGINNING }
    const leavesAt = end
    const root = entries.length <= LEAF ? directory(entries) : directory(await leavesOf(entries, append, leavesAt))
    const leaves = { offset: leavesAt, length: end - leavesAt }
    if (root.length > BEGINNING - HEADER) throw new Error('These are too many tiles for one file.')
    const about = gzipSync(JSON.stringify(metadata))
    const json = { offset: await append(about), length: about.length }
    const zooms = ordered.map(({ z }) => z)
    const head = header({
      sections: [{ offset: HEADER, length: root.length }, json, leaves, data],
      counts: [ordered.length, entries.length, new Set(entries.map(({ offset }) => offset)).size],
      zooms: [Math.min(...zooms), Math.max(...zooms)],
      bounds: metadata.bounds,
    })
    await out.write(Buffer.concat([head, root]), 0, HEADER + root.length, 0)
  } finally {
    await out.close()
  }
}

/** @param {Uint8Array} bytes */
const compressed = (bytes) => (bytes[0] === 0x1f && bytes[1] === 0x8b ? bytes : gzipSync(bytes))

/** @param {Entry[]} entries @param {(bytes: Uint8Array) => Promise<number>} append @param {number} from */
async function leavesOf(entries, append, from) {
  /** @type {Entry[]} */
  const root = []
  for (let at = 0; at < entries.length; at += LEAF) {
    const leaf = entries.slice(at, at + LEAF)
    const bytes = directory(leaf)
    root.push({ id: leaf[0]?.id ?? 0, offset: (await append(bytes)) - from, length: bytes.length, run: 0 })
  }
  return root
}

/** @param {readonly Entry[]} entries by id */
function directory(entries) {
  const numbers = [
    entries.length,
    ...entries.map(({ id }, at) => id - (entries[at - 1]?.id ?? 0)),
    ...entries.map(({ run }) => run),
    ...entries.map(({ length }) => length),
    ...entries.map(({ offset }, at) => {
      const before = entries[at - 1]
      return before !== undefined && offset === before.offset + before.length ? 0 : offset + 1
    }),
  ]
  return gzipSync(Buffer.from(numbers.flatMap(varint)))
}

/** @param {number} number above 32 bits too */
function varint(number) {
  const bytes = []
  let rest = number
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return [...bytes, rest]
}

/**
 * @param {{ sections: { offset: number, length: number }[], counts: number[], zooms: number[],
 *   bounds: readonly [number, number, number, number] }} facts
 */
function header({ sections, counts, zooms, bounds: [west, south, east, north] }) {
  const head = Buffer.alloc(HEADER)
  head.write('PMTiles', 0, 'latin1')
  head[7] = 3
  const longs = [...sections.flatMap(({ offset, length }) => [offset, length]), ...counts]
  for (const [at, long] of longs.entries()) head.writeBigUInt64LE(BigInt(long), 8 + 8 * at)
  const [least = 0, most = 0] = zooms
  // Tiles are in the order of their ids only while equal ones are not kept once, so this doesn't promise it.
  head.set([0, GZIP, GZIP, VECTOR_TILES, least, most], 96)
  const degrees = (/** @type {number[]} */ ...values) => values.map((value) => Math.round(value * 1e7))
  for (const [at, value] of degrees(west, south, east, north).entries()) head.writeInt32LE(value, 102 + 4 * at)
  head[118] = least
  for (const [at, value] of degrees((west + east) / 2, (south + north) / 2).entries())
    head.writeInt32LE(value, 119 + 4 * at)
  return head
}
