import type { ReactNode } from 'react'
import { Text } from '@mantine/core'

/** What is wrong with what was entered, announced when it appears. */
export function Wrong({ children }: { children: ReactNode }) {
  return (
    <Text role="alert" c="var(--br-bad-go)" fw={600} hidden={!children}>
      {children}
    </Text>
  )
}
