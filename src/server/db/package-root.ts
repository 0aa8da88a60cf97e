import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder that contains package.json, found by walking up: this file runs from src in development and from inside
 * one bundle under dist in production, and both have to find the files that are not bundled.
 */
export function packageRoot(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url))
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder)
    if (parent === folder)
      throw new Error('package.json was not found above the server: the installation is incomplete')
    folder = parent
  }
  return folder
}
