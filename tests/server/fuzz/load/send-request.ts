import { Agent, request } from 'node:http'
import type { Large } from './large-requests.ts'

export interface Answered {
  /**
   * 0: the server had answered and closed before all was sent, in which case the sender may see the closed connection
   * first.
   */
  readonly status: number
  readonly type: string
  readonly body: string
}

const PATIENCE_MS = 60_000
const PIECE = 65_536

/** Sends large requests over keep-alive connections, at most `atOnce` at a time. */
export function senderTo(port: number, atOnce: number): { send(large: Large): Promise<Answered>; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  return {
    send: (large) =>
      new Promise((resolve, reject) => {
        const headers: Record<string, string> = Object.fromEntries(large.headers)
        if (!large.inPieces && large.body.length > 0) headers['content-length'] = String(large.body.length)
        const asked = request(
          { agent, host: '127.0.0.1', port, method: large.method, path: large.target, headers, timeout: PATIENCE_MS },
          (answer) => {
            const parts: Buffer[] = []
            answer.on('data', (part: Buffer) => parts.push(part))
            answer.on('error', () => resolve(cut))
            answer.on('end', () =>
              resolve({
                status: answer.statusCode ?? 0,
                type: answer.headers['content-type'] ?? '',
                body: Buffer.concat(parts).toString(),
              }),
            )
          },
        )
        asked.on('timeout', () => asked.destroy(new Error(`${large.name} was not answered`)))
        asked.on('error', (error: NodeJS.ErrnoException) =>
          error.code === 'EPIPE' || error.code === 'ECONNRESET' ? resolve(cut) : reject(error),
        )
        if (large.inPieces)
          for (let at = 0; at < large.body.length; at += PIECE) asked.write(large.body.subarray(at, at + PIECE))
        asked.end(large.inPieces ? undefined : large.body)
      }),
    close: () => agent.destroy(),
  }
}

const cut: Answered = { status: 0, type: '', body: '' }
