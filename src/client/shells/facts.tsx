import { Tiles } from '#client/ui/office/tiles.tsx'
import type { ReactNode } from 'react'
import { Card, Group, Text, Title } from '@mantine/core'

export interface Fact {
  readonly label: string
  /** Null is shown as a dash. */
  readonly value: ReactNode
  readonly wide?: boolean
}

interface FactsProps {
  title?: string
  facts: readonly Fact[]
  right?: ReactNode
  /** Empty facts are only named, in one line at the end: "Not filled in: Company, Email". */
  emptyInWords?: (fields: string) => string
}

const isEmpty = ({ value }: Fact) => value === null || value === undefined || value === ''

export function Facts({ title, facts, right, emptyInWords }: FactsProps) {
  const shown = emptyInWords === undefined ? facts : facts.filter((fact) => !isEmpty(fact))
  const empty = emptyInWords === undefined ? [] : facts.filter(isEmpty)
  return (
    <Card component="section">
      {title === undefined ? null : (
        <Group justify="space-between">
          <Title order={2} size="h4">
            {title}
          </Title>
          {right}
        </Group>
      )}
      <Tiles component="dl" min="var(--br-fact, min(13rem, 34vw))" gap="12px 24px">
        {shown.map((fact) => (
          <div key={fact.label} style={fact.wide ? { gridColumn: '1 / -1' } : undefined}>
            <Text component="dt" c="dimmed" fz="sm">
              {fact.label}
            </Text>
            <dd style={{ whiteSpace: 'pre-wrap' }}>{isEmpty(fact) ? '–' : fact.value}</dd>
          </div>
        ))}
      </Tiles>
      {emptyInWords === undefined || empty.length === 0 ? null : (
        <Text c="dimmed" fz="sm">
          {emptyInWords(empty.map(({ label }) => label).join(', '))}
        </Text>
      )}
    </Card>
  )
}
