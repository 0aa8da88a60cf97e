import { use } from 'react'
import './inter.css'

const PATIENCE_MS = 1500
let typeface: Promise<unknown> | undefined

/** Text rendered before its font is loaded moves when it arrives. Waits for the font, but only for a limited time. */
export function useInter(): void {
  if (!('fonts' in document)) return
  typeface ??= Promise.race([
    document.fonts.load('1em Inter').catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ])
  use(typeface)
}
