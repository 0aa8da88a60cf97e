import { execFileSync } from 'node:child_process'
import { ROOT } from './root.mjs'

/** The commit that is checked out, in ten letters. @returns {string | null} null: there is no git */
export function commitHere() {
  try {
    return execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return null
  }
}
