import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl'

/**
 * The ground drawn from tiles of the OpenMapTiles schema, as tilemaker makes them: quiet, so that the dots over it are
 * what is seen first.
 */
const LIGHT = {
  land: '#f6f5f0',
  water: '#bcd9ea',
  waterInk: '#2d6283',
  green: '#d9ead0',
  built: '#eeece5',
  building: '#ddd9cf',
  minor: '#ffffff',
  major: '#fbe7b6',
  motorway: '#f4c98b',
  edge: '#cfcabd',
  path: '#b9ae98',
  rail: '#b3b3b3',
  ink: '#3c443f',
  halo: '#ffffff',
}
const DARK: typeof LIGHT = {
  land: '#121a16',
  water: '#15303f',
  waterInk: '#8fc1de',
  green: '#172a1c',
  built: '#161e1a',
  building: '#212b26',
  minor: '#2d3932',
  major: '#4b4427',
  motorway: '#63512a',
  edge: '#0c120f',
  path: '#3a4640',
  rail: '#3c4742',
  ink: '#c9d4ce',
  halo: '#0c120f',
}

/** Drawn from the system's fonts by the map's library: no file of a font is asked for. */
export const FONT = ['Inter', 'sans-serif']
const NAME: ExpressionSpecification = ['coalesce', ['get', 'name:latin'], ['get', 'name']]

const MOTORWAYS = ['motorway', 'trunk']
const MAJORS = ['primary', 'secondary', 'tertiary']
const MINORS = ['minor', 'service', 'residential', 'unclassified', 'living_street', 'busway']
const PATHS = ['path', 'track', 'pedestrian']
const TOWNS = ['city', 'town', 'village']
const PARTS = ['suburb', 'neighbourhood', 'quarter', 'hamlet', 'locality']

const classIn = (classes: readonly string[]) => ['in', ['get', 'class'], ['literal', classes]] as never

/** Px of a road by zoom. */
const width = (far: number, near: number) =>
  ['interpolate', ['exponential', 1.5], ['zoom'], 8, far, 14, near, 18, near * 5] as never

const SOURCE = 'ground'

export function groundLayers(isDark: boolean): LayerSpecification[] {
  const colours = isDark ? DARK : LIGHT
  const area = (layer: string, colour: string, rest: object = {}): LayerSpecification => ({
    id: `${layer}-${colour}`,
    type: 'fill',
    source: SOURCE,
    'source-layer': layer,
    paint: { 'fill-color': colour },
    ...rest,
  })
  const road = (id: string, classes: readonly string[], colour: string, px: never, rest: object = {}) =>
    ({
      id,
      type: 'line',
      source: SOURCE,
      'source-layer': 'transportation',
      filter: classIn(classes),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': colour, 'line-width': px, ...rest },
    }) as LayerSpecification
  const words = (
    id: string,
    layer: string,
    size: number,
    rest: { filter?: never; minzoom?: number; layout?: object },
  ) =>
    ({
      id,
      type: 'symbol',
      source: SOURCE,
      'source-layer': layer,
      ...rest,
      layout: { 'text-field': NAME, 'text-font': FONT, 'text-size': size, ...rest.layout },
      paint: {
        'text-color': layer === 'water_name' ? colours.waterInk : colours.ink,
        'text-halo-color': colours.halo,
        'text-halo-width': 1.5,
      },
    }) as LayerSpecification
  return [
    { id: 'land', type: 'background', paint: { 'background-color': colours.land } },
    area('landuse', colours.built, {
      filter: classIn(['residential', 'commercial', 'industrial', 'retail', 'school']),
    }),
    area('landcover', colours.green, { filter: classIn(['wood', 'grass', 'farmland', 'wetland']) }),
    area('park', colours.green),
    area('water', colours.water),
    {
      id: 'waterway',
      type: 'line',
      source: SOURCE,
      'source-layer': 'waterway',
      paint: { 'line-color': colours.water, 'line-width': width(0.5, 2) },
    },
    area('building', colours.building, { minzoom: 14 }),
    road('paths', PATHS, colours.path, width(0, 0.8), { 'line-dasharray': [2, 2] }),
    road('rails', ['rail', 'transit'], colours.rail, width(0.4, 1.2)),
    road('minor-edges', MINORS, colours.edge, width(0.3, 4)),
    road('major-edges', MAJORS, colours.edge, width(1, 7)),
    road('motorway-edges', MOTORWAYS, colours.edge, width(1.6, 9)),
    road('minors', MINORS, colours.minor, width(0, 2.8)),
    road('majors', MAJORS, colours.major, width(0.7, 5.6)),
    road('motorways', MOTORWAYS, colours.motorway, width(1.2, 7.4)),
    words('street-names', 'transportation_name', 11, { minzoom: 13, layout: { 'symbol-placement': 'line' } }),
    words('water-names', 'water_name', 11, {}),
    words('parts', 'place', 12, { filter: classIn(PARTS), minzoom: 11, layout: { 'text-letter-spacing': 0.05 } }),
    words('towns', 'place', 15, { filter: classIn(TOWNS) }),
  ]
}
