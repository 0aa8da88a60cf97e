import * as z from 'zod/mini'

/** Zod would compile its checks with `new Function`, which the content security policy refuses. Called by every chunk that brings zod. */
export function configureZod(): void {
  z.config({ jitless: true })
}
