import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { promisify } from 'node:util'
import { packageRoot } from '#server/package-root.ts'
import { freePorts } from '../free-ports.ts'

/** The real product, started as in production: in its own process, with its own data and port. */
export interface Product {
  readonly origin: string
  readonly dataDir: string
  /** The id of its process while it runs. */
  readonly pid: () => number | undefined
  /** Its output since it was started. */
  readonly log: () => string
  /** Starts it again on the same data and port, so that phones find it at the same address. */
  start(): Promise<void>
  /** Stops it as a deployment does: requests in flight are answered. */
  stop(): Promise<void>
  /** Stops it as a power cut does. */
  kill(): Promise<void>
  /** Runs a command on its data, as the firm's own people do. Throws with the command's output when it fails. */
  command(name: 'backup' | 'restore', ...words: string[]): Promise<void>
}

/** Settings in the test runner's environment must not apply to the product under test. */
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
  'MAP_TILES',
  'PAGE_SIZE',
  'ALLOW_REGISTER',
  'NODE_OPTIONS',
]

interface StartOptions {
  dataDir: string
  /** `demo` fills an empty data folder first, which takes longer. */
  entry?: 'main' | 'demo'
  /** The folder that contains `dist`; another build may be served from another folder. */
  root?: string
  /** Settings for this product only. */
  env?: Record<string, string>
  /** Where others know it before it is started; else any free one. */
  port?: number
}

/**
 * Starts the product and waits until it is ready to answer. Throws with the end of its log when it does not become
 * ready.
 */
export async function startProduct({
  dataDir,
  entry = 'main',
  root = packageRoot(),
  env: own = {},
  port: wanted,
}: StartOptions): Promise<Product> {
  const port = wanted ?? (await freePorts(1))[0]
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
    command: async (name, ...words) =>
      void (await promisify(execFile)(
        process.execPath,
        [path.join(root, 'dist', 'server', 'commands.js'), name, ...words],
        {
          cwd: root,
          env,
        },
      )),
  }
  // Stops the server also when a test is interrupted before its cleanup.
  process.once('exit', () => child?.kill('SIGKILL'))
  try {
    await start()
  } catch (error) {
    await product.kill()
    throw error
  }
  return product
}

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`)).ok
  } catch {
    return false
  }
}
