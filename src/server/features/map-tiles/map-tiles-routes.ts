import { getMapTiles } from '#contract/v1/map-tiles.ts'
import { FileAnswer, type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'

export const mapTilesRoutes = ({ config: { mapTiles } }: Dependencies): Route[] => [
  serve(getMapTiles)(async (_input, { refuse }) =>
    mapTiles === undefined ? refuse('not_found') : new FileAnswer(mapTiles, 'application/vnd.pmtiles'),
  ),
]
