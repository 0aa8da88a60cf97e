import { memo } from 'react'
import { Box, Flex, Text, Title, UnstyledButton } from '@mantine/core'
import { Link } from 'react-router-dom'
import { placeOf } from '#domain/known-place.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import type { LaidOut } from '../page/lay-out.ts'
import type { RunStop } from '../page/run-types.ts'
import { StopState } from '../page/stop-parts.tsx'
import type { Selection } from '../page/use-selection.ts'
import type { DotLook } from './driver-colours.ts'
import { Swatch } from './driver-legend.tsx'
import { keyOf } from './stop-dots.ts'
import styles from './run-map.module.css'

interface StopsBesideProps {
  laidOut: LaidOut
  isDraft: boolean
  isChanging: boolean
  lookOf: (driverID: string | null) => DotLook
  selection: Selection
  openedKey: string | null
  onOpen: (key: string | null) => void
}

/** The stops of the map as a list: whatever can be done on the map by a pointer can be done here by keys. */
export function StopsBeside({ laidOut, isDraft, isChanging, lookOf, selection, openedKey, onOpen }: StopsBesideProps) {
  const without = laidOut.shown.filter((stop) => placeOf(stop) === null)
  return (
    <Box component="section" w={{ md: '23rem' }} flex="none" aria-label={t('Stops on the map')}>
      {laidOut.items.length === 0 ? <Text c="dimmed">{t('No stops here.')}</Text> : null}
      <ul className={styles.list}>
        {laidOut.items.map((item) =>
          item.kind === 'round' ? (
            <li key={item.key} className={styles.round}>
              {isChanging ? (
                <input
                  type="checkbox"
                  aria-label={t('Select run {{round}}', { round: item.round.runNumber })}
                  checked={item.round.shown.every((assignmentID) => selection.ids.has(assignmentID))}
                  onChange={({ currentTarget: { checked } }) => selection.set(item.round.shown, checked)}
                />
              ) : null}
              <Title order={2} size="sm">
                {t('Run {{round}}', { round: item.round.runNumber })} ·{' '}
                {item.round.drivers.map((name) => name || t('No driver')).join(', ')}
              </Title>
            </li>
          ) : item.kind === 'stop' ? (
            <StopLine
              key={item.key}
              stop={item.stop}
              place={item.place}
              isDraft={isDraft}
              isChanging={isChanging}
              look={lookOf(item.stop.driverID)}
              isTicked={selection.ids.has(item.key)}
              isOpened={openedKey !== null && keyOf(item.stop) === openedKey}
              onTick={selection.toggle}
              onOpen={onOpen}
            />
          ) : null,
        )}
      </ul>
      {without.length === 0 ? null : (
        <>
          <Title order={2} size="h4" mt="sm" mb={6}>
            {plural(without.length, '{{count}} stop has no place yet', '{{count}} stops have no place yet')}
          </Title>
          <ul className={styles.list}>
            {without.map(({ assignmentID, customerID, customer, address, suburb }) => (
              <li key={assignmentID} className={styles.line}>
                <Flex component="span" direction="column" gap={0} miw={0}>
                  <Link to={officePaths.customer(customerID)}>{t('Set place: {{name}}', { name: customer })}</Link>
                  <Text component="small" c="dimmed" fz="sm">
                    {address}, {suburb}
                  </Text>
                </Flex>
              </li>
            ))}
          </ul>
        </>
      )}
    </Box>
  )
}

interface StopLineProps {
  stop: RunStop
  place: number
  isDraft: boolean
  isChanging: boolean
  look: DotLook
  isTicked: boolean
  isOpened: boolean
  onTick: (assignmentID: string, range: boolean) => void
  onOpen: (key: string | null) => void
}

const StopLine = memo(function StopLine({
  stop,
  place,
  isDraft,
  isChanging,
  look,
  isTicked,
  isOpened,
  onTick,
  onOpen,
}: StopLineProps) {
  const { assignmentID, customer, address, suburb } = stop
  const key = keyOf(stop)
  return (
    <li className={`${styles.line} ${isTicked ? styles.ticked : ''}`}>
      {isChanging ? (
        <input
          type="checkbox"
          aria-label={t('Select {{name}}', { name: customer })}
          checked={isTicked}
          onChange={() => undefined}
          // The click event has the state of Shift, the change event does not.
          onClick={({ shiftKey }) => onTick(assignmentID, shiftKey)}
        />
      ) : null}
      <Swatch look={look} />
      <Flex component="span" direction="column" gap={0} miw={0}>
        {key === null ? (
          <span>
            {place} {customer}
          </span>
        ) : (
          <UnstyledButton
            td="underline"
            fw={600}
            mih={28}
            aria-expanded={isOpened}
            onClick={() => onOpen(isOpened ? null : key)}
          >
            {place} {customer}
          </UnstyledButton>
        )}
        <Text component="small" c="dimmed" fz="sm">
          {address}, {suburb} · <StopState stop={stop} draft={isDraft} />
        </Text>
      </Flex>
    </li>
  )
})
