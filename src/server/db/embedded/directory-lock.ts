import { readdirSync, rmSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pipeName, socketFolder, uniqueName, type SocketFolder } from './socket-address.ts'

const PREFIX = 'lock'
const ATTEMPTS = 5

export interface DirectoryLock {
  release(): Promise<void>
}

/**
 * Another process uses this directory. Without the lock two writers lost 515 of 2,406 acknowledged rows
 * (dependencies.md, "Server facts").
 */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse'
  constructor(directory: string, pid: string | undefined) {
    const who = pid === undefined ? 'another process' : `process ${pid}`
    super(`The data directory ${directory} is in use by ${who}. Stop it first, or start with another DATA_DIR.`)
  }
}

/**
 * Locks the data directory until release() or the end of the process, kill -9 included: the lock is a listening socket,
 * which the kernel closes. Throws DirectoryInUse.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  if (process.platform === 'win32') return lockPipe(directory)
  for (let attempt = 1; ; attempt++) {
    const outcome = await tryToLock(directory)
    if ('lock' in outcome) return outcome.lock
    // Two processes that start together may both withdraw; the first to retry alone gets the lock.
    if (attempt === ATTEMPTS) throw new DirectoryInUse(directory, outcome.heldBy)
    await wait(20 + Math.random() * 60 * attempt)
  }
}

/**
 * Listens under a unique name first and looks for others afterwards. Of two processes the later listener always sees
 * the earlier one and withdraws: there are never two holders, and a left-over socket may be deleted without a race.
 */
async function tryToLock(directory: string): Promise<{ lock: DirectoryLock } | { heldBy: string | undefined }> {
  const folder = socketFolder(directory)
  const own = uniqueName(PREFIX)
  const server = await listen(folder.address(own)).catch((error: unknown) => {
    folder.close()
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new Error(
      `The data directory ${directory} can't be locked (${why}): it has to be writable and on a disk that can hold sockets.`,
    )
  })
  const release = async () => {
    await new Promise<void>((resolve) => server.close(() => resolve()))
    rmSync(path.join(directory, own), { force: true })
    folder.close()
  }
  const holder = await holderIn(directory, folder, own)
  if (holder === undefined) return { lock: { release } }
  await release()
  return { heldBy: holder.pid }
}

async function holderIn(
  directory: string,
  folder: SocketFolder,
  own: string,
): Promise<{ pid: string | undefined } | undefined> {
  for (const name of readdirSync(directory)) {
    if (!/^lock-[0-9a-f]+\.sock$/.test(name) || name === own) continue
    const answer = await ask(folder.address(name))
    if (answer.alive) return { pid: answer.pid }
    rmSync(path.join(directory, name), { force: true })
  }
  return undefined
}

async function lockPipe(directory: string): Promise<DirectoryLock> {
  const pipe = pipeName(directory, PREFIX)
  try {
    const server = await listen(pipe)
    return { release: () => new Promise<void>((resolve) => server.close(() => resolve())) }
  } catch (error) {
    if (!hasCode(error, 'EADDRINUSE')) throw error
    const answer = await ask(pipe)
    throw new DirectoryInUse(directory, answer.pid)
  }
}

function listen(address: string): Promise<net.Server> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined)
      socket.end(`${process.pid}\n`)
    })
    server.once('error', reject)
    server.listen(address, () => {
      // The lock must not keep the process alive.
      server.unref()
      resolve(server)
    })
  })
}

/** Only the kernel accepts the connection, so a holder too busy to answer is detected too. */
function ask(address: string): Promise<{ alive: boolean; pid?: string | undefined }> {
  return new Promise((resolve) => {
    const socket = net.connect(address)
    let pid = ''
    const connected = () => resolve({ alive: true, pid: pid.trim() === '' ? undefined : pid.trim() })
    socket.setTimeout(1_000, () => {
      connected()
      socket.destroy()
    })
    socket.on('data', (data) => (pid += data.toString()))
    socket.on('end', connected)
    socket.on('error', (error) => resolve({ alive: !hasCode(error, 'ECONNREFUSED') && !hasCode(error, 'ENOENT') }))
  })
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
