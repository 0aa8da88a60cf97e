import path from 'node:path'
import { packageRoot } from '#server/db/package-root.ts'

/** A file of the rivals' folder, which has packages of its own. */
export const rivals = (...parts: string[]) => path.join(packageRoot(), 'tests', 'bench', 'rivals', ...parts)
