import { useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { Button, buttonLook } from '#client/ui/core/button.tsx'
import { Icon } from '#client/ui/core/icons.tsx'
import { Card, classes, Row, Stack } from '#client/ui/core/parts.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import { placeOf } from '#domain/known-place.ts'
import { outcomeText } from '../stop-words.ts'
import { isTold, type Stop } from '../stops.ts'
import { drawnMap, type DrawnMap } from './drawn-map.ts'
import { flattened, type XY } from './geometry.ts'
import { legFrom } from './map-apps.ts'
import { mapContent } from './map-content.ts'
import { useOwnPosition } from './own-position.ts'
import styles from './map-page.module.css'

const POSITION_WORDS = sentences({
  refused: 'This phone doesn’t tell the app where it is. Allow it in the phone’s settings.',
  'not-found': 'This phone doesn’t know where it is.',
})

interface RunMapProps {
  /** There is at least one. */
  placed: readonly Stop[]
  next: Stop | null
  /** The stop that the map is opened for; null: the whole run. */
  chosenID: string | null
  pathOf: (assignmentID: string) => string
}

/** The map, the stop chosen on it, and its buttons. */
export function RunMap({ placed, next, chosenID, pathOf }: RunMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const map = useRef<DrawnMap>(null)
  const [chosen, setChosen] = useState(chosenID)
  /** Stops under the last tap, of which only one can be seen. */
  const [under, setUnder] = useState<readonly string[]>([])
  const own = useOwnPosition()
  const { position } = own
  /** The driver waits to see where the phone is. */
  const seeksOwn = useRef(false)

  const nextID = next?.assignmentID ?? null
  const content = useMemo(() => mapContent(placed, nextID), [placed, nextID])
  const { stops, middle } = content
  const here = useMemo(
    () => position && { ...flattened(position, middle), radius: position.accuracy },
    [position, middle],
  )
  const atHand = placed.find((stop) => stop.assignmentID === chosen) ?? next

  function tap(hits: readonly number[]): void {
    const ids = hits.map((index) => stops[index]!.assignmentID)
    // A second tap chooses the next stop at the same place.
    setChosen(ids[(ids.indexOf(chosen ?? '') + 1) % ids.length] ?? null)
    setUnder(ids)
  }

  /** Shows the phone together with the next stop, so that the driver sees which way it is. */
  function showOwn(at: XY): void {
    seeksOwn.current = false
    map.current?.fit([at, ...pointsOf(next ? [next] : [], content)])
  }

  const latest = useRef({ tap, showOwn })
  useEffect(() => {
    latest.current = { tap, showOwn }
  })

  const first = useRef({ content, leg: atHand && chosenID ? legFrom(atHand, placed) : [] })
  useEffect(() => {
    const drawn = drawnMap(canvas.current!, (hits) => latest.current.tap(hits))
    map.current = drawn
    const leg = pointsOf(first.current.leg, first.current.content)
    drawn.fit(leg.length > 0 ? leg : first.current.content.near)
    return () => drawn.end()
  }, [])
  useEffect(() => {
    map.current?.show({ ...content, chosen: atHand ? stops.indexOf(atHand) : -1, own: here })
  }, [content, stops, atHand, here])
  useEffect(() => {
    if (seeksOwn.current && here !== null) latest.current.showOwn(here)
  }, [here])

  return (
    <Stack as="section" gap="small" aria-label={t('Map')}>
      <canvas
        ref={canvas}
        className={styles.canvas}
        role="img"
        aria-label={t('The stops on a map. The list below has the same ones.')}
      />
      <Card as="div" className={styles.chosen} role="status">
        {atHand === null ? (
          <p>{t('Tap a stop to open it.')}</p>
        ) : (
          <>
            <strong>{atHand.number}</strong>
            <span className={styles.where}>
              <strong>{atHand.address}</strong>
              <span>{wordsOf(atHand, nextID)}</span>
              {under.length > 1 ? (
                <span>{t('{{count}} stops are here. Tap again for the next one.', { count: under.length })}</span>
              ) : null}
            </span>
            <Link className={classes(buttonLook('plain'), styles.open)} to={pathOf(atHand.assignmentID)}>
              {t('Open stop')}
            </Link>
          </>
        )}
      </Card>
      <Row gap="small" className={styles.tools}>
        <Button variant="plain" aria-label={t('Zoom in')} onClick={() => map.current?.zoom(1.6)}>
          <Icon>
            <path d="M5 12h14M12 5v14" />
          </Icon>
        </Button>
        <Button variant="plain" aria-label={t('Zoom out')} onClick={() => map.current?.zoom(1 / 1.6)}>
          <Icon>
            <path d="M5 12h14" />
          </Icon>
        </Button>
        <Button variant="plain" onClick={() => map.current?.fit(content.near)}>
          {t('All stops')}
        </Button>
        {own.ask === undefined ? null : (
          <Button
            variant="plain"
            onClick={() => {
              own.ask?.()
              seeksOwn.current = true
              if (here !== null) showOwn(here)
            }}
          >
            {t('Show where I am')}
          </Button>
        )}
      </Row>
      <div role="status">{own.problem === null ? null : t(POSITION_WORDS[own.problem])}</div>
    </Stack>
  )
}

function pointsOf(wanted: readonly Stop[], { stops, dots }: { stops: readonly Stop[]; dots: readonly XY[] }): XY[] {
  const ids = new Set(wanted.map(({ assignmentID }) => assignmentID))
  return dots.filter((_, index) => ids.has(stops[index]!.assignmentID))
}

function wordsOf(stop: Stop, nextID: string | null): string {
  const words = isTold(stop) ? outcomeText(stop.outcome!, stop) : stop.assignmentID === nextID ? t('Next stop') : ''
  const place = placeOf(stop) === null ? t('No place yet') : ''
  return [stop.suburb, words, place].filter((text) => text !== '').join(' · ')
}
