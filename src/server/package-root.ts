import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder of package.json, found by walking up. This file runs from src in development and from a bundle under dist
 * in production, and both need the files that are not bundled.
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
