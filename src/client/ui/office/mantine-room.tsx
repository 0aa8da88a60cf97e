import type { ReactNode } from 'react'
import { MantineProvider } from '@mantine/core'
// The complete style sheet: importing single parts risks missing one.
import '@mantine/core/styles.css'
import { cssVariablesResolver, theme } from './theme.ts'

/**
 * Mantine with the product's theme, around the whole office and around each customer's page that uses it. Their home
 * page does not, which saves a first visit 30 KiB of styles and the components.
 */
export function MantineRoom({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" cssVariablesResolver={cssVariablesResolver}>
      {children}
    </MantineProvider>
  )
}
