import { createHash } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import { openApi } from './openapi.ts'

/** Changes whenever anything the contract promises changes. */
export function contractBuildOf(endpoints: readonly Endpoint[]): string {
  return createHash('sha256').update(JSON.stringify(openApi(endpoints))).digest('hex').slice(0, 16)
}
