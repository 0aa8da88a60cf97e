import { addProtocol, type VectorSourceSpecification } from 'maplibre-gl'
import { EtagMismatch, PMTiles } from 'pmtiles'
import type { ReadBytes } from './map-content.ts'

const PROTOCOL = 'ground'

/** The tiles of one file, read through this reader by maps of this page. */
let tiles: PMTiles | null = null

/**
 * The source of a style whose tiles are parts of the server's file. Rejects when the file can't be read. The worker of
 * the map asks the page for each tile, so that the request carries the session.
 */
export async function tileSource(read: ReadBytes): Promise<VectorSourceSpecification> {
  const file = new PMTiles({
    getKey: () => PROTOCOL,
    getBytes: async (offset, length, signal, wanted) => {
      const { data, etag } = await read({ from: offset, to: offset + length - 1 }, signal)
      if (wanted !== undefined && etag !== null && etag !== wanted) throw new EtagMismatch()
      return { data, ...(etag !== null && { etag }) }
    },
  })
  const { minZoom, maxZoom, minLon, minLat, maxLon, maxLat } = await file.getHeader()
  tiles = file
  addProtocol(PROTOCOL, async ({ url }, { signal }) => {
    const [z = 0, x = 0, y = 0] = url.slice(`${PROTOCOL}://`.length).split('/').map(Number)
    const tile = await tiles?.getZxy(z, x, y, signal)
    return { data: tile?.data ?? new ArrayBuffer(0) }
  })
  return {
    type: 'vector',
    tiles: [`${PROTOCOL}://{z}/{x}/{y}`],
    minzoom: minZoom,
    maxzoom: maxZoom,
    bounds: [minLon, minLat, maxLon, maxLat],
  }
}
