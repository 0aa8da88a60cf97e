import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { packageRoot } from '#server/db/package-root.ts'
import { copyDemoData } from './demo-data.ts'

/** The real product as it is started for real: a process of its own, on its own data and port. */
export interface Product {
  readonly origin: string
  readonly dataDir: string
  /** Of its process, while there is one. */
  readonly pid: () => number | undefined
  /** What it has said since it was started. */
  readonly log: () => string
  /** Again on the same data and port; the phones find it where it was. */
  start(): Promise<void>
  /** As a deploy ends it: what is in flight is answered. */
  stop(): Promise<void>
  /** As a power cut ends it. */
  kill(): Promise<void>
}

/** Settings of whoever runs the tests are not the product's under test. */
const FOREIGN = [
  'DATABASE_URL',
  'SMTP_URL',
  'PUBLIC_URL',
  'SECRET_KEY',
  'OLD_SECRET_KEYS',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'TLS_CERT',
  'TLS_KEY',
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'TRUST_PROXY',
  'PAGE_SIZE',
  'ALLOW_REGISTER',
  'NODE_OPTIONS',
]

interface StartOptions {
  dataDir: string
  /** `demo` fills an empty data folder first, which takes its time. */
  entry?: 'main' | 'demo'
  /** Where `dist` lies; another build may be served from another folder. */
  root?: string
  /** Settings of this product alone. */
  env?: Record<string, string>
}

/** Starts it and waits until it is ready to answer. Throws with the end of its log when it is not. */
export async function startProduct({
  dataDir,
  entry = 'main',
  root = packageRoot(),
  env: own = {},
}: StartOptions): Promise<Product> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
  }
  for (const name of FOREIGN) delete env[name]
  Object.assign(env, own)
  let child: ChildProcess | null = null
  let log = ''

  async function start(): Promise<void> {
    log = ''
    const running = spawn(process.execPath, [path.join(root, 'dist', 'server', `${entry}.js`)], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = running
    const heard = (chunk: Buffer) => (log = (log + chunk.toString()).slice(-20_000))
    running.stdout.on('data', heard)
    running.stderr.on('data', heard)
    for (;;) {
      if (running.exitCode !== null || running.signalCode !== null)
        throw new Error(`The server ended while starting:\n${log.slice(-3000)}`)
      if (await isReady(origin)) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const running = child
    child = null
    if (running === null || running.exitCode !== null || running.signalCode !== null) return
    const gone = once(running, 'exit')
    running.kill(signal)
    await gone
  }

  const product: Product = {
    origin,
    dataDir,
    log: () => log,
    pid: () => child?.pid,
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
  // A test that is cut off does not get to its end; its server does.
  process.once('exit', () => child?.kill('SIGKILL'))
  try {
    await start()
  } catch (error) {
    await product.kill()
    throw error
  }
  return product
}

/** The demo business, on a copy of its own. `close` also throws the copy away. */
export async function openDemo(options: { root?: string } = {}): Promise<Product & { close(): Promise<void> }> {
  const { dataDir, remove } = copyDemoData()
  try {
    const product = await startProduct({ dataDir, ...options })
    return {
      ...product,
      close: async () => {
        await product.stop()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`)).ok
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
