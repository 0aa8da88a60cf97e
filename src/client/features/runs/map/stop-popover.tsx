import { useEffect, useRef } from 'react'
import { CloseButton, Flex, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import { showDollars } from '#domain/money.ts'
import type { Run } from '#contract/v1/runs.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { useReturnFocus } from '#client/shells/return-focus.ts'
import { SERVICE_TYPE_WORDS } from '#client/shells/terms.ts'
import { t } from '#client/ui/core/texts.ts'
import type { GroundMap } from '#client/ui/map/map-content.ts'
import { StopState } from '../page/stop-parts.tsx'
import type { Selection } from '../page/use-selection.ts'
import { useNow } from '../page/run-data.ts'
import type { StopGroup } from './stop-dots.ts'
import styles from './run-map.module.css'

interface StopPopoverProps {
  map: GroundMap
  group: StopGroup
  run: Run
  /** assignmentID -> its number within its round. */
  numbers: ReadonlyMap<string, number>
  /** Null: nothing can be selected in this run. */
  selection: Selection | null
  onClose: () => void
}

/** Px kept between the box and the map's edge, and between the box and its dot. */
const EDGE = 8
const GAP = 14

/** What stands at one place, beside its dot; it follows the dot while the map moves. */
export function StopPopover({ map, group: { point, stops }, run, numbers, selection, onClose }: StopPopoverProps) {
  const box = useRef<HTMLDivElement>(null)
  const close = useNow(onClose)
  useReturnFocus()
  useEffect(() => {
    const element = box.current
    // From the list it would be many keys away; a map that is moved by keys keeps them.
    if (element !== null && element.parentElement?.contains(document.activeElement) === false)
      element.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    const place = () => {
      const element = box.current
      const frame = element?.parentElement
      if (!element || !frame) return
      const { x, y } = map.pixelOf(point)
      const within = (value: number, most: number) => Math.max(EDGE, Math.min(value, most - EDGE))
      const left = within(x - element.offsetWidth / 2, frame.clientWidth - element.offsetWidth)
      const above = y - element.offsetHeight - GAP
      const top = within(above >= EDGE ? above : y + GAP, frame.clientHeight - element.offsetHeight)
      element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
    }
    place()
    const observer = new ResizeObserver(place)
    if (box.current) observer.observe(box.current)
    const ended = map.onMove(place)
    return () => {
      observer.disconnect()
      ended()
    }
  }, [map, point])
  useEffect(() => {
    const key = (event: KeyboardEvent) => event.key === 'Escape' && close.current()
    window.addEventListener('keydown', key)
    return () => window.removeEventListener('keydown', key)
  }, [close])
  const label = stops.length === 1 ? stops[0]!.customer : t('{{count}} stops here', { count: stops.length })
  return (
    <div ref={box} className={styles.popover} role="dialog" aria-label={label} tabIndex={-1}>
      <CloseButton pos="absolute" top={4} right={4} aria-label={t('Close')} onClick={onClose} />
      {stops.length === 1 ? null : <strong>{label}</strong>}
      <Flex component="ul" direction="column">
        {stops.map((stop) => (
          <Flex key={stop.assignmentID} component="li" direction="column" gap={2}>
            <Title order={2} size="h4" pr={28}>
              {numbers.get(stop.assignmentID)} <Link to={officePaths.customer(stop.customerID)}>{stop.customer}</Link>
            </Title>
            <span>
              {stop.address}, {stop.suburb}
            </span>
            <span>
              {t(SERVICE_TYPE_WORDS[stop.serviceType])} · {showDollars(stop.amount)}
            </span>
            <span>
              {t('Run {{round}}', { round: stop.runNumber })} · {stop.driver ?? t('No driver')}
            </span>
            <StopState stop={stop} draft={run.status === 'draft'} />
            <Flex component="span" wrap="wrap" align="center" mih={32}>
              {selection === null ? null : (
                <Flex component="label" align="center" gap={6}>
                  <input
                    type="checkbox"
                    checked={selection.ids.has(stop.assignmentID)}
                    onChange={() => selection.toggle(stop.assignmentID, false)}
                  />
                  {t('Selected')}
                </Flex>
              )}
              <Link to={officePaths.run(run.runOrderID, stop.assignmentID)}>{t('Open stop')}</Link>
            </Flex>
          </Flex>
        ))}
      </Flex>
    </div>
  )
}
