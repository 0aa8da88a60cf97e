import { existsSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './root.mjs'

/** Reads `.env` beside package.json, when there is one; what is set already wins. */
export function loadEnvFile() {
  const file = path.join(ROOT, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
