import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { MAX_UPLOAD_BYTES } from '#domain/limits.ts'
import { Refused } from './refused.ts'

const MIB = 1_048_576
/** Bytes. A phone's 200 records with the longest notes are under 4 MiB of JSON. */
export const BODY_LIMITS: Record<Endpoint['body'], number> = { json: 4 * MIB, csv: 8 * MIB, bytes: MAX_UPLOAD_BYTES }

/** Every body arrives as bytes; what they mean is the operation's contract, not their own claim. */
export function readBodiesAsBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/** The bytes of the body; empty when there is none. */
export function bytesOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}

/** The JSON of the body, undefined when there is none. Refuses what is not JSON with a sentence (400). */
export function jsonOf(request: FastifyRequest): unknown {
  const bytes = bytesOf(request)
  if (bytes.length === 0) return undefined
  if (mediaType(request) !== 'application/json') throw new Refused('not_understood', { message: 'The body has to be sent as application/json.' })
  return parseJson(decode(bytes))
}

/** Refuses a CSV body that says it is something else. Whoever reads it decides about its characters: old systems write others than UTF-8. */
export function checkCsv(request: FastifyRequest): void {
  if (mediaType(request) !== 'text/csv') throw new Refused('not_understood', { message: 'The body has to be sent as text/csv.' })
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
