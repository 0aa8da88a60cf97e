import * as z from 'zod/mini'

/**
 * Switches off zod's compilation with `new Function`, which the content security policy refuses. Called by every chunk
 * that contains zod.
 */
export function configureZod(): void {
  z.config({ jitless: true })
}
