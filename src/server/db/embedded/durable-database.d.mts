import type { PGlite } from '@electric-sql/pglite'

export function openDurable(directory: string, onPanic: (severity: string, words: string) => void): Promise<PGlite>
export function openScratch(directory: string, onPanic: (severity: string, words: string) => void): Promise<PGlite>
export function openMemory(
  snapshot: string | undefined,
  onPanic: (severity: string, words: string) => void,
): Promise<PGlite>
