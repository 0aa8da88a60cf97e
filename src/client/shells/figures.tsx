import type { ReactNode } from 'react'
import { Flex, Text } from '@mantine/core'

export interface Figure {
  readonly label: string
  readonly value: ReactNode
  readonly isBad?: boolean
}

/** Large numbers beside each other, each under its name. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <Flex component="dl" wrap="wrap" gap="8px 36px">
      {figures.map(({ label, value, isBad }) => (
        <div key={label}>
          <Text component="dt" c="dimmed" fz="sm">
            {label}
          </Text>
          <Text component="dd" fz="xl" fw={600} {...(isBad && { c: 'var(--br-bad-go)' })}>
            {value}
          </Text>
        </div>
      ))}
    </Flex>
  )
}
