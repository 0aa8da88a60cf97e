import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { nothing } from '../shapes.ts'

export const getMapTiles = endpoint({
  method: 'GET',
  path: '/v1/map-tiles',
  summary: 'The ground of the office’s maps, a PMTiles file; with Range a part of it (206)',
  roles: { ADMIN: 'any' },
  area: 'shared',
  depot: 'any',
  input: nothing,
  output: z.unknown(),
  // Where the operator has set no file.
  refusals: ['not_found', 'range_not_satisfiable'],
})
