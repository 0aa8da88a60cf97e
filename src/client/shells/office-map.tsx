import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { getMapTiles } from '#contract/v1/map-tiles.ts'
import type { Call } from '#client/api/call.ts'
import { t } from '#client/ui/core/texts.ts'
import type { GroundMap, MapColours, MapContent, ReadBytes } from '#client/ui/map/map-content.ts'
import { useOffice } from './office.tsx'
import styles from './office-map.module.css'

interface OfficeMapProps {
  label: string
  /** What to use where the map can't be drawn. */
  instead: string
  content: MapContent
  /** Told the map when it can be used, and null when it is gone. */
  onMap: (map: GroundMap | null) => void
  /** Over the map. */
  children?: ReactNode
}

type State = 'loading' | 'drawn' | 'no-webgl' | 'failed'

/**
 * A map of the office, on the ground that the server has or on a plain one. The library is loaded when the first map is
 * opened. Whatever a map shows is in a list beside it too.
 */
export function OfficeMap(props: OfficeMapProps) {
  const [attempt, setAttempt] = useState(0)
  return <OneAttempt key={attempt} {...props} onAgain={() => setAttempt(attempt + 1)} />
}

function OneAttempt({ label, instead, content, onMap, onAgain, children }: OfficeMapProps & { onAgain: () => void }) {
  const { call, profile } = useOffice()
  const hasTiles = profile.config.mapTiles === true
  const element = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<GroundMap | null>(null)
  const [state, setState] = useState<State>(() => (hasWebGL() ? 'loading' : 'no-webgl'))
  const isDark = useMediaQuery('(prefers-color-scheme: dark)', false, { getInitialValueInEffect: false })
  const colours = useMemo(() => coloursOf(isDark), [isDark])
  const first = useRef(colours)

  useEffect(() => {
    if (element.current === null) return
    let gone = false
    let opened: GroundMap | null = null
    const readTiles = hasTiles ? reader(call) : null
    const open = async (into: HTMLElement) => {
      const { openMap } = await import('#client/ui/map/ground-map.ts')
      opened = await openMap({ element: into, label, colours: first.current, readTiles })
      if (gone) return opened.remove()
      setMap(opened)
      setState('drawn')
    }
    open(element.current).catch(() => gone || setState('failed'))
    return () => {
      gone = true
      opened?.remove()
      setMap(null)
    }
  }, [call, hasTiles, label])
  useEffect(() => map?.paint(colours), [map, colours])
  useEffect(() => map?.draw(content), [map, content])
  useEffect(() => {
    onMap(map)
    return () => onMap(null)
  }, [map, onMap])

  if (state === 'no-webgl')
    return (
      <p className={styles.none}>
        {t('This browser can’t draw a map, because WebGL is off.')} {instead}
      </p>
    )
  return (
    <div className={styles.frame}>
      <div ref={element} className={styles.ground} data-map={state} />
      {state === 'loading' ? <Skeleton className={styles.over} aria-label={t('Loading')} /> : null}
      {state === 'failed' ? (
        <div className={styles.failed} role="alert">
          <p>
            {t('Couldn’t load the map.')} {instead}
          </p>
          <Button variant="default" onClick={onAgain}>
            {t('Try again')}
          </Button>
        </div>
      ) : null}
      {state === 'drawn' ? children : null}
      {state === 'drawn' && hasTiles ? (
        <a
          className={styles.credit}
          href="https://www.openstreetmap.org/copyright"
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('© OpenStreetMap contributors')}
        </a>
      ) : null}
    </div>
  )
}

/** Whether this browser can draw the map at all. */
function hasWebGL(): boolean {
  try {
    const drawing = document.createElement('canvas').getContext('webgl2')
    // Browsers keep few at a time.
    drawing?.getExtension('WEBGL_lose_context')?.loseContext()
    return drawing !== null
  } catch {
    return false
  }
}

function coloursOf(isDark: boolean): MapColours {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(`--br-${name}`).trim() || (isDark ? '#000' : '#fff')
  return { isDark, ground: colour('ground'), card: colour('card'), ink: colour('ink'), soft: colour('soft') }
}

const reader =
  (call: Call): ReadBytes =>
  async (range, signal) => {
    const answer = await call(getMapTiles, {}, { range, ...(signal && { signal }) })
    if (answer.kind !== 'ok') throw new Error(`The map's ground was answered: ${answer.kind}`)
    return { data: await (answer.value as Blob).arrayBuffer(), etag: answer.etag }
  }
