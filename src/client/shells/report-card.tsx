import type { ReactNode } from 'react'
import { Card, Flex, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import { StaleNotice } from './stale-notice.tsx'

interface ReportCardProps {
  to: string
  title: string
  when: string
  figure: ReactNode
  query: { error: Error | null; refetch: () => unknown }
}

/** A figure of /reports, leading to its report. It says why its figure is missing, and the others stay. */
export function ReportCard({ to, title, when, figure, query: { error, refetch } }: ReportCardProps) {
  return (
    <Card p={0}>
      <Flex component={Link} to={to} direction="column" gap={4} p="md" c="bright" td="none">
        <Text span fw={600} c="var(--br-go)">
          {title}
        </Text>
        <Text span mih="1.5em" fz="1.5rem" fw={700}>
          {figure}
        </Text>
        <Text span c="dimmed">
          {when}
        </Text>
      </Flex>
      <StaleNotice inline error={error} onRetry={refetch} />
    </Card>
  )
}
