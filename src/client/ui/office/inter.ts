import { use } from 'react'
import './inter.css'

const PATIENCE_MS = 1500
let typeface: Promise<unknown> | undefined

/** Waits a limited time for the font, because text rendered before it moves when the font arrives. */
export function useInter(): void {
  if (!('fonts' in document)) return
  typeface ??= Promise.race([
    document.fonts.load('1em Inter').catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ])
  use(typeface)
}
