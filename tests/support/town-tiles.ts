import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Point } from '#domain/place.ts'
import { type Tile, writePmtiles } from '../../src/tools/shared/pmtiles.mjs'

type Position = [east: number, north: number]
type Collection = Extract<ConstructorParameters<typeof GeoJSONVT>[0], { type: 'FeatureCollection' }>
type Shape = Collection['features'][number]

/** Degrees between two streets, about 200 m. */
const BLOCK = 0.002
const STREETS = 12
const MAX_ZOOM = 14

/** A small made-up town around a point as layers of the OpenMapTiles schema, which tilemaker makes too. */
function layersOf({ latitude, longitude }: Point): Record<string, Shape[]> {
  const at = (east: number, north: number): Position => [longitude + east * BLOCK, latitude + north * BLOCK]
  const area = (east: number, north: number, size: number, properties: Record<string, string>): Shape => ({
    type: 'Feature',
    properties,
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          at(east, north),
          at(east + size, north),
          at(east + size, north + size),
          at(east, north + size),
          at(east, north),
        ],
      ],
    },
  })
  const street = (from: Position, to: Position, properties: Record<string, string>): Shape => ({
    type: 'Feature',
    properties,
    geometry: { type: 'LineString', coordinates: [from, to] },
  })
  const name = (east: number, north: number, properties: Record<string, string>): Shape => ({
    type: 'Feature',
    properties,
    geometry: { type: 'Point', coordinates: at(east, north) },
  })
  const half = STREETS / 2
  const lines = Array.from({ length: STREETS }, (_, index) => index - half)
  const roads = lines.flatMap((line) => {
    const kind = line === 0 ? 'primary' : line % 3 === 0 ? 'secondary' : 'minor'
    return [
      { ends: [at(line, -half), at(line, half)] as const, kind, name: `${line + half + 1}th Avenue` },
      { ends: [at(-half, line), at(half, line)] as const, kind, name: `${line + half + 1}th Street` },
    ]
  })
  return {
    water: [area(2, 2, 1.8, { class: 'lake' })],
    park: [area(-3, 1, 1.9, { class: 'park' })],
    landuse: [area(-5, -5, 4, { class: 'residential' })],
    landcover: [area(3, -5, 2, { class: 'wood' })],
    building: lines.flatMap((line) => [area(line + 0.3, 0.2, 0.2, {}), area(line + 0.3, -0.4, 0.2, {})]),
    transportation: roads.map(({ ends: [from, to], kind }) => street(from, to, { class: kind })),
    transportation_name: roads.map(({ ends: [from, to], kind, name }) =>
      street(from, to, { class: kind, 'name:latin': name }),
    ),
    place: [
      name(0.4, 0.4, { class: 'town', 'name:latin': 'Testville' }),
      name(-4, -4, { class: 'suburb', 'name:latin': 'Old Testville' }),
    ],
  }
}

/** Writes the town as the PMTiles file that MAP_TILES names. */
export async function writeTownTiles(file: string, middle: Point): Promise<void> {
  const indexes = Object.entries(layersOf(middle)).map(([layer, features]) => {
    const data: Collection = { type: 'FeatureCollection', features }
    return { layer, index: new GeoJSONVT(data, { maxZoom: MAX_ZOOM, indexMaxZoom: 5, extent: 4096 }) }
  })
  const reach = (STREETS * BLOCK) / 2
  const [west, east] = [middle.longitude - reach, middle.longitude + reach]
  const [south, north] = [middle.latitude - reach, middle.latitude + reach]
  const tiles: Tile[] = []
  for (let z = 0; z <= MAX_ZOOM; z += 1) {
    const [left, top] = tileAt(north, west, z)
    const [right, bottom] = tileAt(south, east, z)
    for (let x = left; x <= right; x += 1)
      for (let y = top; y <= bottom; y += 1) {
        const cut = indexes.flatMap(({ layer, index }) => {
          const tile = index.getTile(z, x, y)
          return tile === null ? [] : [[layer, tile] as const]
        })
        const bytes = fromGeojsonVt(Object.fromEntries(cut), { version: 2, extent: 4096 })
        tiles.push({ z, x, y, read: () => bytes })
      }
  }
  await writePmtiles(file, tiles, { bounds: [west, south, east, north], name: 'Testville' })
}

/** The tile of a zoom in which a point lies. */
export function tileAt(latitude: number, longitude: number, z: number): [x: number, y: number] {
  const radians = (latitude * Math.PI) / 180
  const y = (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2
  return [Math.floor(((longitude + 180) / 360) * 2 ** z), Math.floor(y * 2 ** z)]
}
