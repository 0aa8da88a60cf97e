import { chmodSync, rmSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { socketFolder } from '../db/embedded/socket-address.ts'
import type { AddressOrder } from '../address-files/import-addresses.ts'
import type { ArchiveAct } from '../archive/archive-events.ts'
import { reasonOf } from './make-backup.ts'

/**
 * Commands that the machine's own user may send to the running server. They come through a socket in the private
 * DATA_DIR, not over the network.
 */
export type Order =
  | { readonly order: 'backup'; readonly photosOfS3: boolean; readonly progress?: boolean }
  | { readonly order: 'password-link'; readonly email: string }
  | { readonly order: 'reseal' }
  | { readonly order: 'audit-ledger'; readonly journal: string | null }
  | ({ readonly order: 'archive-events'; readonly progress?: boolean } & ArchiveAct)
  | ({ readonly order: 'import-addresses'; readonly progress?: boolean } & AddressOrder)

type Reply = { readonly done: unknown } | { readonly failed: string }
/** Sent any number of times before the reply, if the order asks for them. */
interface Report {
  readonly progress: unknown
}
/** Reports are as fast as the work, so the sender shows only some. */
const REPORT_EVERY_MS = 500

const SOCKET = 'orders.sock'

/**
 * Accepts commands while the server runs. Called only by the holder of the directory's lock.
 * @param carryOut its result, or the reason of its error, is returned to the sender. What it reports is sent on
 */
export async function takeOrders(
  dataDir: string,
  carryOut: (order: Order, report: (progress: unknown) => void) => Promise<unknown>,
): Promise<{ stop(): Promise<void> }> {
  const sockets = socketFolder(dataDir)
  const windows = process.platform === 'win32'
  // A killed process left it behind.
  if (!windows) rmSync(path.join(dataDir, SOCKET), { force: true })
  const open = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => undefined)
    createInterface({ input: socket })
      .on('error', () => undefined)
      .once('line', (line) => {
        const say = (reply: Reply) => socket.end(`${JSON.stringify(reply)}\n`)
        let reportedAt = 0
        const report = (progress: unknown) => {
          if (Date.now() - reportedAt < REPORT_EVERY_MS) return
          reportedAt = Date.now()
          socket.write(`${JSON.stringify({ progress } satisfies Report)}\n`)
        }
        Promise.resolve()
          .then(() => carryOut(JSON.parse(line) as Order, report))
          .then(
            (done) => say({ done }),
            (error: unknown) => say({ failed: reasonOf(error) }),
          )
      })
  })
  const address = sockets.address(SOCKET)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(address, resolve))
  if (!windows) chmodSync(address, 0o600)
  server.unref()
  return {
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of open) socket.destroy()
      await closed
      sockets.close()
    },
  }
}

/**
 * Sends a command to the server of this directory and waits for the result.
 * @param onProgress what the server reports meanwhile
 * @returns null when no server runs there
 */
export async function giveOrder(
  dataDir: string,
  order: Order,
  onProgress: (progress: unknown) => void = () => undefined,
): Promise<Reply | null> {
  const sockets = socketFolder(dataDir)
  try {
    return await new Promise<Reply | null>((resolve, reject) => {
      const socket = net.connect(sockets.address(SOCKET), () => void socket.write(`${JSON.stringify(order)}\n`))
      socket.on('error', (error) =>
        'code' in error && ['ENOENT', 'ECONNREFUSED'].includes(String(error.code)) ? resolve(null) : reject(error),
      )
      createInterface({ input: socket })
        .on('error', () => undefined)
        .on('line', (line) => {
          const message = JSON.parse(line) as Reply | Report
          if ('progress' in message) onProgress(message.progress)
          else resolve(message)
        })
      socket.on('close', () => reject(new Error('The server ended before it had done that.')))
    })
  } finally {
    sockets.close()
  }
}
