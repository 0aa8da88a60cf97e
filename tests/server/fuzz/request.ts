import type { Caller } from '../../support/make/role-world.ts'
import type { Operation } from '../../support/openapi/document.ts'

/** One request as it goes over the wire, before it is written down. */
export interface Draft {
  readonly operation: Operation
  readonly caller: Caller
  method: string
  /** As it stands in the request line: already encoded, or wrongly so on purpose. */
  path: string
  query: [name: string, value: string][]
  headers: [name: string, value: string][]
  /** The body's JSON; undefined: none. */
  json: unknown
  /** The very bytes, when JSON can't say them. */
  bytes: Buffer | null
  /** Spoils the text of the JSON body at the very end. */
  spoilText?: (text: string) => string | Buffer
  /** What was done to it, in words. */
  readonly spoiled: string[]
  /** The document says that this can't be taken, so a success is a defect. */
  mustRefuse: boolean
  /** Address or method lead elsewhere, or who asks is no longer sure: which operation answers, and whether it may, is open. */
  strange: boolean
  /** Needs no XSRF header. */
  readonly ownProof: boolean
}

export interface Written {
  readonly method: string
  /** With its query. */
  readonly target: string
  readonly headers: readonly [name: string, value: string][]
  readonly body: Buffer | null
}

export function write(draft: Draft): Written {
  const query = draft.query.map(([name, value]) => `${name}=${value}`).join('&')
  const body = bodyOf(draft)
  return {
    method: draft.method,
    target: query === '' ? draft.path : `${draft.path}?${query}`,
    headers: draft.headers,
    body,
  }
}

function bodyOf({ json, bytes, spoilText }: Draft): Buffer | null {
  if (bytes) return bytes
  if (json === undefined) return null
  const text = JSON.stringify(json)
  const spoiled = spoilText ? spoilText(text) : text
  return typeof spoiled === 'string' ? Buffer.from(spoiled) : spoiled
}

/** Encodes what would end a value of a query, and leaves the rest as it is. */
export const queryValue = (value: unknown): string =>
  encodeURIComponent(
    typeof value === 'object' ? JSON.stringify(value) : String(value).replace(/\p{Surrogate}/gu, '\uFFFD'),
  )
