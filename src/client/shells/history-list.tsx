import { useState } from 'react'
import { Box, Button, Group, Skeleton, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { listAudit } from '#contract/v1/audit.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { ask } from '#client/api/query-client.ts'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { whoInAudit } from './audit-who.ts'
import { useMayCall, useNotYours } from './role.tsx'
import { LinedList } from '#client/ui/office/lined-list.tsx'
import { t } from '#client/ui/core/texts.ts'

type Entry = OutputOf<typeof listAudit>['items'][number]

interface HistoryListProps {
  /** The audit's subject kind: `driver`. */
  subjectKind: string
  subjectID: string
  /** `driver.update` -> "Changed". */
  actionOf: (action: string) => string
  /** A field's label; null: of no use to a reader, left out. */
  labelOf: (field: string) => string | null
  valueOf: (field: string, value: unknown) => string
}

const AT_FIRST = 10

/** Who changed what of one object, and when; the newest first. */
export function HistoryList({ subjectKind, subjectID, ...words }: HistoryListProps) {
  const [perPage, setPerPage] = useState(AT_FIRST)
  const mayRead = useMayCall(listAudit)
  const { data } = useQuery({
    ...ask(listAudit, { subjectKind, subjectID, perPage }),
    placeholderData: keepPreviousData,
    enabled: mayRead,
  })
  const notYours = useNotYours()
  if (!mayRead) return <Text c="dimmed">{notYours}</Text>
  if (data === undefined) return <Skeleton height={96} radius="md" aria-label={t('Loading')} />
  if (data.items.length === 0) return <Text c="dimmed">{t('No changes yet.')}</Text>
  return (
    <>
      <LinedList as="ol">
        {data.items.map((entry) => (
          <li key={entry.auditID}>
            <Group justify="space-between" gap="0 16px">
              <strong>{words.actionOf(entry.action)}</strong>
              <Text span c="dimmed">
                {whoInAudit(entry, t('Automatic'))} · {formatDayAndTime(entry.at)}
              </Text>
            </Group>
            <Changes entry={entry} {...words} />
          </li>
        ))}
      </LinedList>
      {data.total > data.items.length && perPage < PAGE_MAX ? (
        <Button variant="default" onClick={() => setPerPage(PAGE_MAX)}>
          {t('Show {{count}} more', { count: data.total - data.items.length })}
        </Button>
      ) : null}
    </>
  )
}

function Changes({
  entry: { before, after },
  labelOf,
  valueOf,
}: { entry: Entry } & Pick<HistoryListProps, 'labelOf' | 'valueOf'>) {
  // Creation and deletion list no fields: the page has the values, or they are gone.
  if (before === null || after === null) return null
  const said = (value: unknown) => JSON.stringify(Array.isArray(value) && value.length === 0 ? null : (value ?? null))
  const changed = Object.keys(after).filter(
    (field) => labelOf(field) !== null && said(before[field]) !== said(after[field]),
  )
  if (changed.length === 0) return null
  return (
    <Box component="ul" mt={2}>
      {changed.map((field) => (
        <li key={field}>
          {labelOf(field)}: {field in before ? `${valueOf(field, before[field]) || t('–')} → ` : ''}
          {valueOf(field, after[field] ?? null) || t('–')}
        </li>
      ))}
    </Box>
  )
}
