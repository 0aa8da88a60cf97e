import { useEffect, useMemo, useRef, useState } from 'react'
import { Box, Button, Flex, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Customer } from '#contract/v1/customers.ts'
import { listPlacesNear, type Place, setPlace } from '#contract/v1/places.ts'
import { middleOf } from '#domain/middle.ts'
import { metresBetween, placeProblem, type Point } from '#domain/place.ts'
import { ask } from '#client/api/query-client.ts'
import { OfficeMap } from '#client/shells/office-map.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { useReturnFocus } from '#client/shells/return-focus.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { useUnsavedGuard } from '#client/shells/unsaved-guard.tsx'
import { useCommand } from '#client/shells/use-command.ts'
import { t } from '#client/ui/core/texts.ts'
import type { GroundMap, MapContent } from '#client/ui/map/map-content.ts'
import { usePlaceDoubt } from './use-place-doubt.ts'
import styles from './place-map.module.css'

interface PlaceMapProps {
  customer: Customer
  place: Place | null
  onClose: () => void
}

/** How far one press of an arrow key moves the pin, px: alone, and with Shift. */
const STEP = 4
const FAR_STEP = 40
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** Customers that a plain ground shows beside a place, which alone would say nothing. */
const SHOWN_NEAR = 5
/** Where a pin stands that has neither a place nor neighbours: in the middle of the country. */
const MIDDLE: Point = { latitude: -25.6, longitude: 134.4 }

/** The customer's place as a pin that is dragged or moved by arrow keys. Nothing is saved before Save. */
export function PlaceMap({ customer, place, onClose }: PlaceMapProps) {
  const { customerID, fullName } = customer
  const { data, error, refetch } = useQuery(ask(listPlacesNear, { customerID }))
  const command = useCommand()
  const hasTiles = useOffice().profile.config.mapTiles === true
  const [isBusy, setBusy] = useState(false)
  const [map, setMap] = useState<GroundMap | null>(null)
  const [moved, setMoved] = useState<Point | null>(null)
  // The dots stay as they were when the map opened: a later answer must not put the pin back.
  const [others, setOthers] = useState<OutputOf<typeof listPlacesNear>['items']>()
  if (others === undefined && data !== undefined) setOthers(data.items)
  // Without streets below them the dots are told apart by their addresses.
  const content = useMemo(
    () =>
      ({
        dots: (others ?? []).map(paleDot),
        names: (others ?? []).map(({ address, ...point }) => ({ ...point, name: address })),
      }) satisfies MapContent,
    [others],
  )
  const begin = useRef<Point | null>(place)
  const guard = useUnsavedGuard(moved !== null)
  useReturnFocus()
  const section = useRef<HTMLDivElement>(null)
  // It is at the foot of the page.
  useEffect(() => void section.current?.scrollIntoView({ block: 'nearest' }), [])

  useEffect(() => {
    if (map === null || others === undefined) return
    const start = begin.current ?? (others.length > 0 ? middleOf(others) : MIDDLE)
    const hasNone = begin.current === null
    const element = pinElement(t('Place of {{name}}: drag it, or move it with the arrow keys', { name: fullName }))
    let at = start
    const move = (point: Point) => {
      at = point
      setMoved(point)
      // It may have been moved out of the map.
      map.show(at)
    }
    const pin = map.pin(element, start, move)
    const onKey = (event: globalThis.KeyboardEvent) => {
      const [x, y] = STEPS[event.key] ?? []
      if (x === undefined || y === undefined) return
      event.preventDefault()
      event.stopPropagation()
      const px = event.shiftKey ? FAR_STEP : STEP
      const from = map.pixelOf(at)
      move(map.pointAt({ x: from.x + x * px, y: from.y + y * px }))
      pin.moveTo(at)
    }
    element.addEventListener('keydown', onKey)
    const near = others.toSorted((a, b) => metresBetween(a, start) - metresBetween(b, start)).slice(0, SHOWN_NEAR)
    map.fit(hasNone ? [start, ...others] : hasTiles ? [start] : [start, ...near])
    // The button that opened the map is hidden meanwhile.
    if (document.activeElement === document.body) element.focus({ preventScroll: true })
    return () => pin.remove()
  }, [map, others, fullName, hasTiles])

  const problem = moved === null ? null : placeProblem(moved)
  const doubt = usePlaceDoubt(customer)(moved)
  const save = async () => {
    if (moved === null) return
    setBusy(true)
    const answer = await command(setPlace, { customerID, ...moved }, { done: t('Place saved') })
    setBusy(false)
    if (answer.kind !== 'ok') return
    setMoved(null)
    onClose()
  }
  return (
    <Flex ref={section} component="section" direction="column" gap="xs" mt="xs" aria-label={t('Place on the map')}>
      {place === null ? (
        <Text fz="sm">
          {others?.length === 0
            ? t('Not known yet, and no other customer of the suburb has a place. Drag the pin to where the bags stand.')
            : t('Not known yet. Drag the pin to where the bags stand.')}
        </Text>
      ) : null}
      <StaleNotice inline error={error} onRetry={refetch} />
      <Box h="22rem">
        <OfficeMap
          label={t('Map with the place of {{name}}', { name: fullName })}
          instead={t('Paste the latitude and longitude instead.')}
          content={content}
          onMap={setMap}
        />
      </Box>
      <div role="status">
        {moved === null ? null : (
          <Text fz="sm">
            {t('New place, not saved yet: {{pair}}', { pair: `${moved.latitude}, ${moved.longitude}` })}
          </Text>
        )}
        {problem === null ? null : (
          <Text c="red" fz="sm">
            {problem}
          </Text>
        )}
        {doubt === null ? null : (
          <Text c="orange" fz="sm">
            {doubt}
          </Text>
        )}
      </div>
      <Group gap="xs" justify="end">
        <Button variant="default" onClick={onClose}>
          {moved === null ? t('Close') : t('Discard')}
        </Button>
        <Button disabled={moved === null || problem !== null} loading={isBusy} onClick={() => void save()}>
          {t('Save')}
        </Button>
      </Group>
      {guard.question}
    </Flex>
  )
}

const paleDot = ({ latitude, longitude }: Point, at: number): MapContent['dots'][number] => ({
  key: String(at),
  latitude,
  longitude,
  fill: '#66736c',
  ink: '#ffffff',
  hollow: false,
  pale: true,
  chosen: false,
  mark: '',
  number: '',
})

/** An element that the map's library moves; it can have the focus. */
function pinElement(label: string): HTMLElement {
  const pin = document.createElement('button')
  pin.type = 'button'
  pin.className = styles.pin!
  pin.setAttribute('aria-label', label)
  return pin
}
