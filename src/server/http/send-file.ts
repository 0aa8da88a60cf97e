import type { FastifyReply, FastifyRequest } from 'fastify'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { byteRange } from './byte-range.ts'
import { noneMatches } from './etags.ts'
import { Refused } from './refused.ts'
import type { FileAnswer } from './serve.ts'

/**
 * Sends a file, or the part that Range asks for (206), or that it is unchanged (304), or that it ends before that part
 * (416). Opened for each request, so that the operator may replace it; its ETag changes with it.
 */
export async function sendFile(
  { file, contentType }: FileAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const opened = await open(file).catch(() => null)
  if (opened === null) throw new Refused('not_found')
  try {
    return await answer(opened, contentType, request, reply)
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function answer(
  opened: FileHandle,
  contentType: string,
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { size, mtimeMs } = await opened.stat()
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'Authorization', 'accept-ranges': 'bytes' })
  if (noneMatches(headers['if-none-match'], etag)) {
    await opened.close()
    return reply.code(304).send()
  }
  const { range: asked, 'if-range': ifRange } = headers
  const range = ifRange === undefined || ifRange === etag ? byteRange(asked, size) : 'whole'
  if (range === 'outside') {
    reply.header('content-range', `bytes */${size}`)
    throw new Refused('range_not_satisfiable')
  }
  const { from, to } = range === 'whole' ? { from: 0, to: size - 1 } : range
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`)
  reply.type(contentType).header('content-length', to - from + 1)
  if (method !== 'HEAD' && to >= from) return reply.send(opened.createReadStream({ start: from, end: to }))
  await opened.close()
  // An empty stream keeps the length that a HEAD request asks for.
  return reply.send(Readable.from([]))
}
