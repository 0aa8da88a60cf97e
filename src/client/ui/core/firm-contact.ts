import { createContext } from 'react'

/** How to reach the firm from a page without a frame: under its card, in the same place on each (WCAG 2.2, 3.2.6). */
export const FirmContact = createContext<{ words: string; href: string } | null>(null)
