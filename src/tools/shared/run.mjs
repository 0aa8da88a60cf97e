import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './root.mjs'

/**
 * Runs a program and waits for it, without a shell, so that paths with spaces work, and Windows.
 * @param {string} file @param {string[]} args
 * @param {{ quiet?: boolean | 'errors', env?: Record<string, string | undefined> }} [options] `quiet` captures the output
 * and returns it; 'errors' captures standard error alone
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(file, args, { quiet = false, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet === true ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    })
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/**
 * @param {string} file a JavaScript file for the current Node
 * @param {string[]} [args] @param {Parameters<typeof run>[2]} [options]
 */
export const node = (file, args = [], options = {}) =>
  run(process.execPath, [path.resolve(ROOT, file), ...args], options)

/** Runs npm, which is a script on every system. @param {string[]} args @param {Parameters<typeof run>[2]} [options] */
export function npm(args, options = {}) {
  const beside = path.join(path.dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js')
  const script = process.env.npm_execpath ?? (existsSync(beside) ? beside : null)
  return script ? run(process.execPath, [script, ...args], options) : run('npm', args, options)
}

/** Exits with a sentence. @param {string} sentence @returns {never} */
export function giveUp(sentence) {
  console.error(sentence)
  process.exit(1)
}
