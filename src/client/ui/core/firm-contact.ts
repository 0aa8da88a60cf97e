import { createContext } from 'react'

/** How to reach the firm, in the same place on each page without a frame (WCAG 2.2, 3.2.6). */
export const FirmContact = createContext<{ words: string; href: string } | null>(null)
