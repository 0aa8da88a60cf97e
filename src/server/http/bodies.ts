import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Endpoint, MAX_NAMES } from '#contract/endpoint.ts'
import { brokenBound } from './json-bounds.ts'
import { Refused } from './refused.ts'

/** Reads every body as bytes: the contract of the operation determines the format, not the content type. */
export function readBodiesAsBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

export function bytesOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}

/**
 * The parsed body; undefined when there is none. Refuses invalid JSON (400) and JSON above the limits of the operation.
 */
export function jsonOf(request: FastifyRequest, { maxValues }: Pick<Endpoint, 'maxValues'>): unknown {
  const bytes = bytesOf(request)
  if (bytes.length === 0) return undefined
  if (mediaType(request) !== 'application/json')
    throw new Refused('not_understood', { message: 'The body has to be sent as application/json.' })
  checkBounds(bytes, maxValues)
  return parseJson(decode(bytes))
}

/**
 * Refuses a CSV body with another content type. The reader detects the encoding, because old systems do not write
 * UTF-8.
 */
export function checkCsv(request: FastifyRequest): void {
  if (mediaType(request) !== 'text/csv')
    throw new Refused('not_understood', { message: 'The body has to be sent as text/csv.' })
}

function checkBounds(bytes: Buffer, maxValues: number): void {
  const broken = brokenBound(bytes, maxValues)
  if (broken === 'depth') throw new Refused('body_too_deep')
  if (broken === 'names')
    throw new Refused('body_too_large', { message: `An object of the body has more than ${MAX_NAMES} fields.` })
  if (broken === 'values')
    throw new Refused('body_too_large', { message: `The body holds more than ${maxValues} fields and entries.` })
}

function mediaType(request: FastifyRequest): string | undefined {
  return request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Refused('not_understood', { message: 'The body is not valid UTF-8.' })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refused('not_understood', { message: 'The body is not valid JSON.' })
  }
}
