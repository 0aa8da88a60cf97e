import { Flex, Text } from '@mantine/core'
import { plural, t } from '#client/ui/core/texts.ts'
import type { DotLook } from './driver-colours.ts'
import type { DriverCount } from './stop-dots.ts'

interface DriverLegendProps {
  counts: readonly DriverCount[]
  lookOf: (driverID: string | null) => DotLook
  isDraft: boolean
}

/** Which dots are whose, and what paler and marked ones are. */
export function DriverLegend({ counts, lookOf, isDraft }: DriverLegendProps) {
  return (
    <Flex component="ul" wrap="wrap" align="center" gap="4px 16px" fz="sm" aria-label={t('Drivers on the map')}>
      {counts.map(({ driverID, driver, stops }) => (
        <Flex key={driverID ?? ''} component="li" align="center" gap={6}>
          <Swatch look={lookOf(driverID)} />
          {driverID === null ? t('No driver') : driver}
          <Text span c="dimmed">
            {plural(stops, '{{count}} stop', '{{count}} stops')}
          </Text>
        </Flex>
      ))}
      {isDraft ? null : (
        <>
          <Text component="li" c="dimmed">
            {t('Paler: done')}
          </Text>
          <Text component="li" c="dimmed">
            {t('×: not done')}
          </Text>
        </>
      )}
    </Flex>
  )
}

/** The colour of a driver's dots. */
export function Swatch({ look: { fill, hollow } }: { look: DotLook }) {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" style={{ flex: 'none' }}>
      <circle cx="7" cy="7" r="6" fill={fill} stroke="currentColor" strokeWidth="1" />
      {hollow ? <circle cx="7" cy="7" r="3" fill="var(--br-card)" /> : null}
    </svg>
  )
}
