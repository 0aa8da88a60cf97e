import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { packageRoot } from '#server/package-root.ts'

/** Builds the small server in the same way as the product. `remove()` deletes the build. */
export async function buildServerProcess(): Promise<{ program: string; remove(): void }> {
  // Inside the package, as dist/ is: from there it has to find its packages and the worker's file.
  const outDir = path.join(packageRoot(), 'node_modules/.cache/bagrun', `process-${randomBytes(4).toString('hex')}`)
  await build({
    root: packageRoot(),
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: 'tests/server/database/server-process.ts',
      outDir,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'program.mjs' } },
    },
  })
  return { program: path.join(outDir, 'program.mjs'), remove: () => rmSync(outDir, { recursive: true }) }
}

/** A running process and its output so far. */
export class RunningProcess {
  readonly lines: string[] = []
  readonly ended: Promise<number | null>
  readonly #child: ChildProcess
  readonly #waiting = new Set<() => void>()

  constructor(program: string, ...args: string[]) {
    const child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
    this.#child = child
    let rest = ''
    const hear = (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n')
      rest = lines.pop() ?? ''
      this.lines.push(...lines)
      for (const look of this.#waiting) look()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    this.ended = new Promise((resolve) => child.once('close', (code) => resolve(code)))
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Waits until it has printed `count` lines beginning with `start`. Throws with its output when it ends before. */
  async said(start: string, count = 1): Promise<void> {
    const enough = () => this.lines.filter((line) => line.startsWith(start)).length >= count
    const heard = new Promise<void>((resolve) => {
      const look = () => enough() && resolve()
      this.#waiting.add(look)
      look()
    })
    await Promise.race([heard, this.ended])
    if (!enough()) throw new Error(`It ended without saying "${start}":\n${this.lines.join('\n')}`)
  }

  /** kill -9: the process can't clean up. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.ended
  }

  /** Asks it to shut down cleanly. */
  async stop(): Promise<void> {
    this.#child.stdin?.end()
    await this.ended
  }
}
