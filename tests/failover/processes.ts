import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { once } from 'node:events'

const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))

export interface Started {
  readonly child: ChildProcess
  /** The end of its output. */
  log(): string
  end(signal?: NodeJS.Signals): Promise<void>
}

export function startProgram(program: string, args: readonly string[], options: SpawnOptions = {}): Started {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream!.on('data', (bytes: Buffer) => (log = (log + bytes.toString()).slice(-20_000)))
  child.once('exit', () => running.delete(child))
  return {
    child,
    log: () => log,
    end: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    },
  }
}

/** A process and all that it started, and what these started. */
export function treeOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const]
      } catch {
        return []
      }
    })
  const tree = [pid]
  for (const one of tree) tree.push(...parents.filter(([, parent]) => parent === one).map(([child]) => child))
  return tree
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended meanwhile.
    }
}
