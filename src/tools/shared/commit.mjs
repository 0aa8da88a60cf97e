import { execFileSync } from 'node:child_process'
import { ROOT } from './root.mjs'

/**
 * The commit that is checked out, in ten letters. Where there is no git, as in a container's build, BAGRUN_COMMIT names it.
 * @returns {string | null} null: nothing says it
 */
export function commitHere() {
  try {
    return execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return process.env.BAGRUN_COMMIT || null
  }
}
