import type { Caller } from '../../fixtures/roles.ts'
import type { Operation } from '../../support/openapi/document.ts'

/** One request before it is serialised. */
export interface Draft {
  readonly operation: Operation
  readonly caller: Caller
  method: string
  /** The request target, already encoded, or wrongly encoded on purpose. */
  path: string
  query: [name: string, value: string][]
  headers: [name: string, value: string][]
  /** The body's JSON; undefined: none. */
  json: unknown
  /** The exact bytes, when JSON can't express them. */
  bytes: Buffer | null
  /** Changes the serialised JSON body as the last step. */
  mutateText?: (text: string) => string | Buffer
  /** What was changed in it, in words. */
  readonly mutations: string[]
  /** The document does not allow this request, so a success is a defect. */
  mustRefuse: boolean
  /**
   * The address or method lead elsewhere, or the caller is no longer certain: it is open which operation answers, and
   * whether it may.
   */
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

function bodyOf({ json, bytes, mutateText }: Draft): Buffer | null {
  if (bytes) return bytes
  if (json === undefined) return null
  const text = JSON.stringify(json)
  const sent = mutateText ? mutateText(text) : text
  return typeof sent === 'string' ? Buffer.from(sent) : sent
}

/** Encodes what would end a value of a query, and nothing else. */
export const queryValue = (value: unknown): string =>
  encodeURIComponent(
    typeof value === 'object' ? JSON.stringify(value) : String(value).replace(/\p{Surrogate}/gu, '\uFFFD'),
  )
