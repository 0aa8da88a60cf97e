import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './root.mjs'
import { npm } from './run.mjs'

/**
 * Installs a Node beside the project's packages, from the npm package with this system's binary; nothing is run at its
 * installation.
 * @param {string} version as npm reads it: "22" is the newest of its line
 * @returns {Promise<string>} the path of its executable
 */
export async function installNode(version) {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${system}-${process.arch}`
  const folder = path.join(ROOT, 'node_modules/.cache/bagrun', `node-${version}`)
  const executable = path.join(folder, 'node_modules', name, 'bin', system === 'win' ? 'node.exe' : 'node')
  if (existsSync(executable)) return executable
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n')
  await npm([
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    `${name}@${version}`,
  ])
  return executable
}
