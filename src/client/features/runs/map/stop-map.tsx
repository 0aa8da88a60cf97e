import { useEffect, useMemo, useRef, useState } from 'react'
import { Button, Group, Text } from '@mantine/core'
import type { Run } from '#contract/v1/runs.ts'
import { offRound } from '#domain/place.ts'
import { OfficeMap } from '#client/shells/office-map.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import type { GroundMap, XY } from '#client/ui/map/map-content.ts'
import type { LaidOut } from '../page/lay-out.ts'
import type { RunStop } from '../page/run-types.ts'
import { useNow } from '../page/run-data.ts'
import type { Selection } from '../page/use-selection.ts'
import type { DotLook } from './driver-colours.ts'
import { isInside } from './lasso.ts'
import { LassoArea } from './lasso-area.tsx'
import { dotsOf, groupAt, groupsOf, type StopGroup, suburbNames } from './stop-dots.ts'
import { StopPopover } from './stop-popover.tsx'
import styles from './run-map.module.css'

interface StopMapProps {
  run: Run
  /** The stops that have a place; there is at least one. */
  stops: readonly RunStop[]
  laidOut: LaidOut
  lookOf: (driverID: string | null) => DotLook
  selection: Selection
  isChanging: boolean
  /** The place whose stops are shown over the map. */
  openedKey: string | null
  onOpen: (key: string | null) => void
}

/** The stops as dots: one is opened by a click, many are selected by a line drawn around them. */
export function StopMap({ run, stops, laidOut, lookOf, selection, isChanging, openedKey, onOpen }: StopMapProps) {
  const [map, setMap] = useState<GroundMap | null>(null)
  const [isDrawing, setDrawing] = useState(false)
  const groups = useMemo(() => groupsOf(stops), [stops])
  const numbers = useMemo(
    () => new Map(laidOut.items.flatMap((item) => (item.kind === 'stop' ? [[item.key, item.place] as const] : []))),
    [laidOut],
  )
  const content = useMemo(() => {
    const numberOf = (assignmentID: string) => numbers.get(assignmentID) ?? null
    return { dots: dotsOf(groups, { lookOf, chosen: selection.ids, numberOf }), names: suburbNames(groups) }
  }, [groups, numbers, lookOf, selection.ids])
  const now = useNow({ groups, onOpen })
  const opened = groups.find(({ key }) => key === openedKey)
  // The map is fitted to all of them at first and whenever others are shown, not when one of them changes.
  const shownKeys = groups.map(({ key }) => key).join()
  const fitted = useRef('')
  useEffect(() => {
    if (map === null || fitted.current === shownKeys) return
    fitted.current = shownKeys
    // A place that is probably wrong would make one dot of all others.
    const off = offRound(now.current.groups, ({ point }) => point)
    map.fit(now.current.groups.filter((group) => !off.has(group)).map(({ point }) => point))
  }, [map, shownKeys, now])
  useEffect(() => (map === null ? undefined : map.onClick(({ key }) => now.current.onOpen(key))), [map, now])
  const side = useRef<HTMLDivElement>(null)
  const openedPoint = opened?.point
  useEffect(() => {
    if (openedPoint === undefined) return
    map?.show(openedPoint)
    // On a phone the list is below the map.
    side.current?.scrollIntoView({ block: 'nearest' })
  }, [map, openedPoint])

  const idsOf = (some: readonly StopGroup[]) => some.flatMap((group) => group.stops.map((stop) => stop.assignmentID))
  const selectInside = (line: readonly XY[]) => {
    if (map !== null) selection.set(idsOf(groups.filter(({ point }) => isInside(map.pixelOf(point), line))), true)
  }
  const toggleAt = (at: XY) => {
    const hit = map === null ? undefined : groupAt(groups, (point) => map.pixelOf(point), at)
    const ids = hit === undefined ? [] : idsOf([hit])
    selection.set(ids, !ids.every((id) => selection.ids.has(id)))
  }
  return (
    <div ref={side} className={styles.mapSide}>
      <Group>
        {isChanging ? (
          <Button
            variant={isDrawing ? 'filled' : 'default'}
            aria-pressed={isDrawing}
            disabled={map === null}
            onClick={() => setDrawing(!isDrawing)}
          >
            {t('Select an area')}
          </Button>
        ) : null}
        <Button variant="default" disabled={map === null} onClick={() => map?.fit(groups.map(({ point }) => point))}>
          {t('All stops')}
        </Button>
        <Text role="status" span c="dimmed">
          {isDrawing
            ? t('Draw around the stops, or click one. Esc ends it.')
            : selection.ids.size === 0
              ? ''
              : plural(selection.ids.size, '{{count}} stop selected', '{{count}} stops selected')}
        </Text>
      </Group>
      <div className={styles.map}>
        <OfficeMap
          label={t('Map of the stops')}
          instead={t('The list has the same stops.')}
          content={content}
          onMap={setMap}
        >
          {isChanging ? (
            <LassoArea isOn={isDrawing} onLine={selectInside} onClick={toggleAt} onEnd={() => setDrawing(false)} />
          ) : null}
          {opened === undefined || map === null ? null : (
            <StopPopover
              key={opened.key}
              map={map}
              group={opened}
              run={run}
              numbers={numbers}
              selection={isChanging ? selection : null}
              onClose={() => onOpen(null)}
            />
          )}
        </OfficeMap>
      </div>
    </div>
  )
}
