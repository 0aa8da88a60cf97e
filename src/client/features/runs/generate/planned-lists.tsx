import { memo } from 'react'
import { Flex, Text, Title } from '@mantine/core'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { FoldedCustomers } from '#client/shells/folded-customers.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import type { PlannedStop, LeftOut } from './use-preview.ts'
import styles from './generate.module.css'

const BECAUSE_WORDS = sentences({
  in_turn: 'regular',
  shifted: 'shifted here',
  requested: 'requested',
})

const TONES = { in_turn: 'good', shifted: 'warn', requested: 'warn' } as const

/** The browser renders only the visible stops (`content-visibility`), so that 600 scroll smoothly. */
export const PlannedStops = memo(function PlannedStops({
  stops,
  label,
}: {
  stops: readonly PlannedStop[]
  label: string
}) {
  return (
    <ol className={styles.stops} aria-label={label}>
      {stops.map(({ customerID, refId, customer, address, suburb, because, noPickup, stopOrder }) => (
        <li key={customerID} className={noPickup === null ? styles.stop : `${styles.stop} ${styles.away}`}>
          <Text span c="dimmed">
            {stopOrder}
          </Text>
          <span className={styles.who}>
            <strong>{customer}</strong>{' '}
            <Text span c="dimmed" fz="sm">
              {refId}
            </Text>
          </span>
          <Text span c="dimmed">
            {address}, {suburb}
          </Text>
          <Flex component="span" wrap="wrap" align="center" gap="2px 10px">
            {noPickup === null ? (
              <StateBadge tone={TONES[because]}>{t(BECAUSE_WORDS[because])}</StateBadge>
            ) : (
              <>
                <StateBadge tone="rest">
                  {noPickup.reason === null ? t('No pickup') : t('No pickup: {{reason}}', { reason: noPickup.reason })}
                </StateBadge>
                <Text span c="dimmed" fz="sm">
                  {t('Shifted when the run is marked active.')}
                </Text>
              </>
            )}
          </Flex>
        </li>
      ))}
    </ol>
  )
})

export function LeftOutList({ leftOut }: { leftOut: readonly LeftOut[] }) {
  return (
    <Flex aria-labelledby="left-out" component="section" direction="column" gap={6}>
      <Title id="left-out" order={2}>
        {t('Left out')}
      </Title>
      <Text c="dimmed">
        {leftOut.length === 0 ? t('No customers left out.') : t('Customers not in this run, by reason.')}
      </Text>
      {leftOut.map(({ reason, message, count, customers }) => (
        <FoldedCustomers
          key={reason}
          summary={
            <>
              <Text component="strong" display="inline-block" miw="3ch" ml={4}>
                {count.toLocaleString('en-AU')}
              </Text>{' '}
              {message}
            </>
          }
          count={count}
          customers={customers}
        />
      ))}
    </Flex>
  )
}
