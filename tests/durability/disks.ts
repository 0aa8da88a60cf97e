import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })

/** Why loop-mounted disks can't be created here; null: they can. */
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

/** Creates a disk in a file, with ext4 on it. @param megabytes its size; the file is sparse */
export function makeDisk(file: string, megabytes: number): void {
  run('truncate', '-s', `${megabytes}M`, file)
  run('mkfs.ext4', '-q', '-F', '-E', 'lazy_itable_init=0,lazy_journal_init=0', file)
}

const mounted = new Set<string>()
// Also unmounts when the run is interrupted; the servers on the disks have ended by then.
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

/** Syncs the disk: everything written so far is in its file. */
export function settle(at: string): void {
  run('sync', '-f', at)
}

/** Copies the disk's file at this moment: writes that were not synced are not in it. */
export function copyDisk(file: string, to: string): void {
  run('cp', '--sparse=always', file, to)
}
