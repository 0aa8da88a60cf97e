import type { GeoJSONSourceSpecification, LayerSpecification } from 'maplibre-gl'
import { FONT } from './ground-layers.ts'
import type { MapColours, MapContent, MapDot } from './map-content.ts'

/** The dots and, on a plain ground, the names of suburbs. */
export const DOTS = 'dots'
export const NAMES = 'names'
/** The layer in which a click looks for a dot. */
export const DOT_LAYER = 'dots'

type Collection = Extract<GeoJSONSourceSpecification['data'], { type: 'FeatureCollection' }>

const point = (longitude: number, latitude: number, properties: object): Collection['features'][number] => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
  properties: { ...properties },
})

export function dataOf({ dots, names }: MapContent): Record<typeof DOTS | typeof NAMES, Collection> {
  return {
    dots: {
      type: 'FeatureCollection',
      // The later ones are drawn over the earlier: those with a mark last, because marks are over all dots.
      features: [...dots]
        .sort((a, b) => heightOf(a) - heightOf(b))
        .map(({ latitude, longitude, ...rest }) => point(longitude, latitude, rest)),
    },
    names: {
      type: 'FeatureCollection',
      features: names.map(({ latitude, longitude, name }) => point(longitude, latitude, { name })),
    },
  }
}

const heightOf = ({ mark, chosen, pale }: MapDot) => (mark !== '' ? 3 : chosen ? 2 : pale ? 0 : 1)

/** Px; a dot with a mark is larger, and a chosen one has a broad edge. */
const scaled = (factor: number) =>
  [
    'interpolate',
    ['linear'],
    ['zoom'],
    ...[8, 4, 12, 6, 15, 10].map((value, at) => (at % 2 === 0 ? value : factorOf(value * factor))),
  ] as never
const factorOf = (px: number) => ['*', px, ['case', ['!=', ['get', 'mark'], ''], 1.35, 1]]
const whole = ['case', ['get', 'pale'], 0.35, 1] as never
const NUMBERS_FROM = 14

export function dotLayers(colours: MapColours): LayerSpecification[] {
  const text = (id: string, field: string, [far, near]: [number, number], rest: object): LayerSpecification =>
    ({
      id,
      type: 'symbol',
      source: DOTS,
      layout: {
        'text-field': ['get', field],
        'text-font': FONT,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
        'text-size': ['interpolate', ['linear'], ['zoom'], 8, far, 15, near],
      },
      paint: { 'text-color': ['get', 'ink'] },
      ...rest,
    }) as LayerSpecification
  return [
    // Under the dots, of which a name must hide none, and above its point, where a dot may be.
    {
      id: 'names',
      type: 'symbol',
      source: NAMES,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': 14,
        'text-anchor': 'bottom',
        'text-offset': [0, -0.6],
      },
      paint: { 'text-color': colours.soft, 'text-halo-color': colours.ground, 'text-halo-width': 2 },
    },
    {
      id: DOT_LAYER,
      type: 'circle',
      source: DOTS,
      paint: {
        'circle-radius': scaled(1),
        'circle-color': ['get', 'fill'],
        'circle-opacity': whole,
        'circle-stroke-color': ['case', ['get', 'chosen'], colours.ink, colours.isDark ? colours.ground : colours.ink],
        'circle-stroke-width': ['case', ['get', 'chosen'], 4, 1],
        'circle-stroke-opacity': ['case', ['all', ['get', 'pale'], ['!', ['get', 'chosen']]], 0.35, 1],
      },
    },
    {
      id: 'holes',
      type: 'circle',
      source: DOTS,
      filter: ['all', ['get', 'hollow'], ['==', ['get', 'mark'], '']],
      paint: { 'circle-radius': scaled(0.5), 'circle-color': colours.card, 'circle-opacity': whole },
    },
    text('marks', 'mark', [11, 16], { filter: ['!=', ['get', 'mark'], ''] }),
    text('numbers', 'number', [9, 12], {
      filter: ['all', ['==', ['get', 'mark'], ''], ['!', ['get', 'hollow']]],
      minzoom: NUMBERS_FROM,
    }),
  ]
}
