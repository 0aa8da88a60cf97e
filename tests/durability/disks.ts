import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })

/** Why disks of our own can't be made here; null: they can. */
export function noDisks(): string | null {
  if (process.platform !== 'linux') return 'only Linux has loop devices'
  if (process.getuid?.() !== 0) return 'only root may mount'
  if (!existsSync('/dev/loop-control') || !readdirSync('/dev').some((name) => /^loop\d/.test(name)))
    return 'there are no loop devices'
  for (const program of ['mkfs.ext4', 'mount', 'umount']) {
    try {
      run('which', program)
    } catch {
      return `${program} is not installed`
    }
  }
  return null
}

/** A disk in a file, with ext4 on it. @param megabytes its size; the file is sparse */
export function makeDisk(file: string, megabytes: number): void {
  run('truncate', '-s', `${megabytes}M`, file)
  run('mkfs.ext4', '-q', '-F', '-E', 'lazy_itable_init=0,lazy_journal_init=0', file)
}

const mounted = new Set<string>()
// Whoever is stopped in the middle leaves no disk behind; the servers on them are gone by then.
process.on('exit', () => {
  for (const at of mounted) run('umount', '--lazy', at)
})

export function mount(file: string, at: string): void {
  mkdirSync(at, { recursive: true })
  run('mount', '-o', 'loop', file, at)
  mounted.add(at)
}

export function unmount(at: string): void {
  run('umount', at)
  mounted.delete(at)
}

/** Everything written so far on it is on it. */
export function settle(at: string): void {
  run('sync', '-f', at)
}

/** What lies on the disk at this moment, as its file: what no fsync has brought there is not in it. */
export function copyDisk(file: string, to: string): void {
  run('cp', '--sparse=always', file, to)
}
