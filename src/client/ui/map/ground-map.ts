import {
  type GeoJSONSource,
  LngLatBounds,
  Map as LibraryMap,
  Marker,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
  type StyleSpecification,
  type VectorSourceSpecification,
} from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { rounded, type Point } from '#domain/place.ts'
import { t } from '#client/ui/core/texts.ts'
import { dataOf, DOT_LAYER, dotLayers, DOTS, NAMES } from './dot-layers.ts'
import { groundLayers } from './ground-layers.ts'
import type { GroundMap, MapColours, MapContent, ReadBytes } from './map-content.ts'
import { tileSource } from './tile-source.ts'

/** A file of our own origin, so that the Content-Security-Policy needs no `blob:`. */
setWorkerUrl(workerUrl)

/** Px around the points of a view at a desk, and of a target that is clicked. */
const MARGIN = 56
const REACH = 6
/** A view of one place shows the houses around it. */
const CLOSE = 16
const NEAREST = 19
/** The map shows the country until something is drawn. */
const AUSTRALIA = { center: [134, -27] as [number, number], zoom: 3 }
const NOTHING: MapContent = { dots: [], names: [] }

interface MapOptions {
  element: HTMLElement
  label: string
  colours: MapColours
  /** The server's file of tiles; null: a plain ground. */
  readTiles: ReadBytes | null
}

/** Draws the map into an element. Rejects when the browser can't, or the file of tiles can't be read. */
export async function openMap({ element, label, colours: first, readTiles }: MapOptions): Promise<GroundMap> {
  const ground = readTiles === null ? null : await tileSource(readTiles)
  let content = NOTHING
  let colours = first
  const map = new LibraryMap({
    container: element,
    style: styleOf(ground, colours, content),
    ...AUSTRALIA,
    maxZoom: NEAREST,
    attributionControl: false,
    maplibreLogo: false,
    // Shift and drag select an area.
    boxZoom: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: 0,
    locale: {
      'Map.Title': label,
      'NavigationControl.ZoomIn': t('Zoom in'),
      'NavigationControl.ZoomOut': t('Zoom out'),
    },
  })
  const showContent = () => {
    const data = dataOf(shownOn(ground, content))
    for (const name of [DOTS, NAMES] as const) map.getSource<GeoJSONSource>(name)?.setData(data[name])
  }
  // What was drawn before the style was read.
  map.on('style.load', showContent)
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  map.addControl(new ScaleControl({ unit: 'metric' }), 'bottom-left')
  return {
    draw(next) {
      content = next
      showContent()
    },
    paint(next) {
      if (next === colours) return
      colours = next
      map.setStyle(styleOf(ground, colours, content))
    },
    fit(points) {
      const [one, ...others] = points
      if (one === undefined) return
      const bounds = new LngLatBounds(inLibrary(one), inLibrary(one))
      for (const point of others) bounds.extend(inLibrary(point))
      const padding = Math.min(MARGIN, element.clientWidth / 10)
      map.fitBounds(bounds, { padding, maxZoom: CLOSE, animate: false })
    },
    show(point) {
      if (!map.getBounds().contains(inLibrary(point))) map.easeTo({ center: inLibrary(point) })
    },
    pixelOf: (point) => map.project(inLibrary(point)),
    pointAt: ({ x, y }) => pointOf(map.unproject([x, y])),
    pin(element, point, onMoved) {
      const marker = new Marker({ element, draggable: true, anchor: 'bottom' }).setLngLat(inLibrary(point)).addTo(map)
      // The library hears the pointer on the map alone, so a pin released beside it would follow the pointer from then on.
      element.addEventListener('pointerdown', ({ pointerId }) => element.setPointerCapture(pointerId))
      marker.on('dragend', () => onMoved(pointOf(marker.getLngLat())))
      return { moveTo: (next) => void marker.setLngLat(inLibrary(next)), remove: () => void marker.remove() }
    },
    onMove(call) {
      map.on('move', call)
      map.on('resize', call)
      return () => {
        map.off('move', call)
        map.off('resize', call)
      }
    },
    onClick(call) {
      const subscription = map.on('click', ({ point: { x, y }, lngLat }) => {
        const around: [[number, number], [number, number]] = [
          [x - REACH, y - REACH],
          [x + REACH, y + REACH],
        ]
        const [hit] = map.getLayer(DOT_LAYER) ? map.queryRenderedFeatures(around, { layers: [DOT_LAYER] }) : []
        call({ at: { x, y }, point: pointOf(lngLat), key: (hit?.properties['key'] as string | undefined) ?? null })
      })
      return () => subscription.unsubscribe()
    },
    remove: () => map.remove(),
  }
}

const inLibrary = ({ latitude, longitude }: Point): [number, number] => [longitude, latitude]
const pointOf = ({ lat, lng }: { lat: number; lng: number }): Point => rounded({ latitude: lat, longitude: lng })

/** A ground of tiles has names of its own. */
const shownOn = (ground: VectorSourceSpecification | null, content: MapContent): MapContent =>
  ground === null ? content : { ...content, names: [] }

function styleOf(
  ground: VectorSourceSpecification | null,
  colours: MapColours,
  content: MapContent,
): StyleSpecification {
  const data = dataOf(shownOn(ground, content))
  return {
    version: 8,
    sources: {
      ...(ground && { ground }),
      [DOTS]: { type: 'geojson', data: data[DOTS] },
      [NAMES]: { type: 'geojson', data: data[NAMES] },
    },
    layers: [
      ...(ground
        ? groundLayers(colours.isDark)
        : [{ id: 'plain', type: 'background' as const, paint: { 'background-color': colours.ground } }]),
      ...dotLayers(colours),
    ],
  }
}
