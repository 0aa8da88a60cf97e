import { readFileSync } from 'node:fs'
import path from 'node:path'
import { packageRoot } from './package-root.ts'

/** Set by the build (src/tools/build.mjs). */
declare const __COMMIT__: string | undefined

const { version } = JSON.parse(readFileSync(path.join(packageRoot(), 'package.json'), 'utf8')) as { version: string }

/** What runs here. Sources that were not built, or were built without git, have no commit. */
export const VERSION = { version, commit: typeof __COMMIT__ === 'undefined' ? 'unknown' : __COMMIT__ } as const
