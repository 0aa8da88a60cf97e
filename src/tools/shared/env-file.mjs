import { existsSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './root.mjs'

/** Reads `.env` beside package.json, if it exists; variables that are set already take precedence. */
export function loadEnvFile() {
  const file = path.join(ROOT, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
