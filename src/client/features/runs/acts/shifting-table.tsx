import { useState } from 'react'
import { Box, Button, Table, Text } from '@mantine/core'
import type { OutputOf } from '#contract/endpoint.ts'
import type { previewActivation } from '#contract/v1/runs-plan.ts'
import { rowOfWeek } from '#domain/calendar.ts'
import { type Day, daysBetween } from '#domain/dates.ts'
import { useComingWeeks } from '#client/shells/due-pick.tsx'
import { useToday } from '#client/shells/today.ts'
import { weekInWords } from '#client/shells/weeks.ts'
import { t } from '#client/ui/core/texts.ts'

type Shifting = OutputOf<typeof previewActivation>['shifted'][number]

const AT_FIRST = 10

/** Weeks after which the office would rather name a nearer one. */
const FAR = 6

/** In weeks of the calendar, whichever day of its week today is: `from` is a Monday. */
function Far({ from }: { from: Day | null }) {
  const today = useToday()
  const weeks = from === null ? 0 : Math.ceil(daysBetween(today, from) / 7)
  return weeks < FAR ? null : (
    <Text span c="dimmed" fz="sm">
      {' '}
      {t('{{weeks}} weeks away', { weeks })}
    </Text>
  )
}

export function ShiftingTable({ label, stops }: { label: string; stops: readonly Shifting[] }) {
  const weeks = useComingWeeks()
  const [all, setAll] = useState(false)
  const shown = all ? stops : stops.slice(0, AT_FIRST)
  return (
    <>
      {/* A table longer than its container scrolls, by keyboard too:
          https://dequeuniversity.com/rules/axe/4.11/scrollable-region-focusable */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <Box mah={{ sm: '40vh' }} style={{ overflow: 'auto' }} tabIndex={0} role="region" aria-label={label}>
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('Customer')}</Table.Th>
              <Table.Th>{t('To')}</Table.Th>
              <Table.Th>{t('Reason')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(({ assignmentID, customer, refId, address, suburb, to, reason }) => (
              <Table.Tr key={assignmentID}>
                <Table.Td>
                  {customer}{' '}
                  <Text span c="dimmed" fz="sm">
                    {refId}
                  </Text>
                  <br />
                  <Text span c="dimmed" fz="sm">{`${address}, ${suburb}`}</Text>
                </Table.Td>
                <Table.Td>
                  {to === null ? t('No week: no longer due') : weekInWords(to, weeks)}
                  <Far from={to === null ? null : (rowOfWeek(to, weeks ?? [])?.from ?? null)} />
                </Table.Td>
                <Table.Td>{reason || '–'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
      {all || stops.length <= AT_FIRST ? null : (
        <Button variant="subtle" onClick={() => setAll(true)}>
          {t('Show all {{count, number}}', { count: stops.length })}
        </Button>
      )}
    </>
  )
}
