import path from 'node:path'
import { packageRoot } from '#server/package-root.ts'

/** The path of a file in the rivals' folder, which has its own packages. */
export const rivals = (...parts: string[]) => path.join(packageRoot(), 'tests', 'bench', 'rivals', ...parts)
