import { Box, Group, Stack, Text } from '@mantine/core'
import { RunWords } from '#client/shells/run-words.tsx'
import { runInFile } from '#domain/run-name.ts'
import { Link } from 'react-router-dom'
import type { Exception } from '#contract/v1/exceptions.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { type FetchPhoto, PhotoView } from '#client/shells/photo-view.tsx'
import { recordText } from '#client/shells/record-text.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { formatDayAndTime, timeInFile } from '#client/ui/core/time-text.ts'
import { t } from '#client/ui/core/texts.ts'
import { type ExceptionRow, recordsOf, type Deciding } from './decide.tsx'
import { DecisionCell } from './decision-cell.tsx'

interface Needs {
  fetchPhoto: FetchPhoto
  deciding: Deciding
  onDismiss: (events: readonly Exception[]) => void
  /** On a run's own page the column of the run is left out. */
  inRun: boolean
}

/** A row is a stop with its open records; in the CSV file each record is a line of its own. */
export function exceptionsColumns({ fetchPhoto, deciding, onDismiss, inRun }: Needs): readonly Column<ExceptionRow>[] {
  const record = (event: Exception) => recordText(event, event.serviceType)
  const nameOf = (event: Exception) => event.customer ?? t('Unknown stop')
  const run = ({ runOrderID, ...named }: Exception) =>
    runOrderID === null || named.runOrder === null ? (
      '–'
    ) : (
      <Link to={officePaths.run(runOrderID)}>
        <RunWords run={named} />
      </Link>
    )
  const columns: (Column<ExceptionRow> | false)[] = [
    {
      id: 'customer',
      title: t('Customer'),
      main: true,
      cell: (event) => (
        <Box miw="7.5rem" maw={{ sm: '15rem' }} style={{ whiteSpace: 'normal' }}>
          {event.customerID === null ? (
            nameOf(event)
          ) : (
            <Link to={officePaths.customer(event.customerID)}>{nameOf(event)}</Link>
          )}
          {event.address === null ? null : (
            <Text component="div" c="dimmed" fz="sm" fw={400}>{`${event.address}, ${event.suburb}`}</Text>
          )}
          {inRun ? null : (
            <Text component="div" c="dimmed" fz="sm" fw={400}>
              {run(event)}
            </Text>
          )}
        </Box>
      ),
      csv: nameOf,
    },
    {
      id: 'record',
      title: t('Recorded'),
      sort: 'receivedAt',
      cell: (row) => (
        <Group align="start" wrap="nowrap" py={6} miw="7.5rem" ta="start" style={{ whiteSpace: 'normal' }}>
          {recordsOf(row).some(isSeen) ? (
            <Stack gap={6} w="5.5rem" flex="none">
              {recordsOf(row)
                .filter(isSeen)
                .map((event) => (
                  <Photo
                    key={event.eventID}
                    event={event}
                    alt={t('Photo of {{name}}', { name: nameOf(event) })}
                    fetchPhoto={fetchPhoto}
                  />
                ))}
            </Stack>
          ) : null}
          <div>
            {recordsOf(row)
              .filter((event) => !isSeen(event))
              .map((event) => (
                <Text key={event.eventID} component="strong" display="block">
                  {record(event)}
                </Text>
              ))}
            <Text component="div" c="dimmed" fz="sm" fw={400}>
              <span>{row.actor}</span>
              <WhenCell event={row} />
            </Text>
            {recordsOf(row).flatMap(({ against }) =>
              against.map((other) => (
                <Box key={other.eventID} mt={8} pt={8} style={{ borderTop: '1px solid var(--br-line)' }}>
                  <strong>{recordText(other, row.serviceType)}</strong>
                  <Text component="div" c="dimmed" fz="sm" fw={400}>
                    <span>{other.actor}</span>
                    <WhenCell event={other} />
                  </Text>
                </Box>
              )),
            )}
          </div>
        </Group>
      ),
      csv: record,
    },
    { id: 'driver', title: t('Driver'), optional: true, cell: ({ actor }) => actor, csv: ({ actor }) => actor },
    {
      id: 'when',
      title: t('When'),
      optional: true,
      cell: (event) => <WhenCell event={event} />,
      csv: (event) => timeInFile(officeTime(event) ?? event.receivedAt),
    },
    {
      id: 'why',
      title: t('Reason'),
      sort: 'code',
      cell: (row) => (
        <Stack gap="xs" miw="7.5rem" maw={{ sm: '18rem' }} ta="start" style={{ whiteSpace: 'normal' }}>
          {[...new Set(recordsOf(row).map(({ message }) => message))].join(' ')}
          {recordsOf(row).map(({ eventID }) =>
            deciding.refused.has(eventID) ? (
              <Note key={eventID} tone="bad">
                {deciding.refused.get(eventID)}
              </Note>
            ) : null,
          )}
        </Stack>
      ),
      csv: ({ message }) => message,
    },
    !inRun && { id: 'run', title: t('Run'), optional: true, cell: run, csv: runInFile },
    {
      id: 'decision',
      title: t('Decision'),
      cell: (row) => <DecisionCell row={row} deciding={deciding} onDismiss={onDismiss} />,
      csv: ({ decision, reason }) => [decisionText(decision), reason ?? ''].filter(Boolean).join(': '),
    },
  ]
  return columns.filter((column) => column !== false)
}

const decisionText = (decision: Exception['decision']): string =>
  decision === 'open' || decision === null ? t('Open') : t(decision === 'accept' ? 'Accepted' : 'Dismissed')

/** Whether the record is shown as an image. */
const isSeen = ({ type, payload }: Exception) => type === 'photo' && typeof payload?.['photoID'] === 'string'

function Photo({ event: { payload }, alt, fetchPhoto }: { event: Exception; alt: string; fetchPhoto: FetchPhoto }) {
  const photoID = payload?.['photoID']
  if (typeof photoID !== 'string') return null
  return <PhotoView photoID={photoID} alt={alt} fetchPhoto={fetchPhoto} />
}

type Timed = Pick<Exception, 'occurredAt' | 'receivedAt' | 'clockOffset' | 'countedAt'>

/** Times closer than this, ms, are shown as one. */
const SAME_MS = 60_000

/** When it was recorded, by the office's clock; null where the record has no time. */
function officeTime({ occurredAt, clockOffset }: Timed): string | null {
  return occurredAt === null ? null : new Date(new Date(occurredAt).getTime() + clockOffset).toISOString()
}

/**
 * The time by the office's clock, by the phone's where that one is off, and the time of arrival. A time in the future
 * is marked as wrong.
 */
function WhenCell({ event }: { event: Timed }) {
  const { occurredAt, receivedAt, clockOffset } = event
  const at = officeTime(event)
  return (
    <div>
      <span>{at === null ? t('No time given.') : formatDayAndTime(at)}</span>
      {occurredAt !== null && Math.abs(clockOffset) >= SAME_MS ? (
        <Text component="div" c="dimmed" fz="sm" fw={400}>
          {t('Phone’s clock: {{time}}', { time: formatDayAndTime(occurredAt) })}
        </Text>
      ) : null}
      {at !== null && at > receivedAt && new Date(at).getTime() - new Date(receivedAt).getTime() >= SAME_MS ? (
        <Text component="div" c="dimmed" fz="sm" fw={400}>
          {t('The phone’s clock is ahead: this time may be wrong.')}
        </Text>
      ) : null}
      {event.countedAt === null || at === null ? null : (
        <Text component="div" c="dimmed" fz="sm" fw={400}>
          {t('The phone’s time can’t be right. Counted at {{time}}.', { time: formatDayAndTime(event.countedAt) })}
        </Text>
      )}
      <Text component="div" c="dimmed" fz="sm" fw={400}>
        {t('Arrived {{time}}', { time: formatDayAndTime(receivedAt) })}
      </Text>
    </div>
  )
}
