import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Button, buttonLook } from '#client/ui/core/button.tsx'
import { Dialog } from '#client/ui/core/dialog.tsx'
import { Stack } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { DriverPaths } from '../addresses.ts'
import { placeOf } from '#domain/known-place.ts'
import { chosenMap, deviceKind } from '../map-links.ts'
import type { Stop } from '../stops.ts'
import { chooseMap, directionsLink, isMapApp, legFrom, MAP_WORDS, mapsOn, type Leg, type MapApp } from './map-apps.ts'

interface MapLinkProps {
  stop: Stop
  /** All stops of its run. */
  stops: readonly Stop[]
  paths: DriverPaths
  /** Where the app's own map, which the phone has chosen, can't show the stop. */
  otherwise: ReactNode
}

/** "Map" on a stop: what this phone has chosen, or the question. */
export function MapLink({ stop, stops, paths, otherwise }: MapLinkProps) {
  const [chosen, setChosen] = useState(chosenMap)
  const [asking, setAsking] = useState(false)
  const way = { leg: legFrom(stop, stops), mapPath: `${paths.map()}?run=${stop.runOrderID}&stop=${stop.assignmentID}` }
  if (!isMapApp(chosen))
    return (
      <>
        <Button variant="plain" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t('Map')}
        </Button>
        <Dialog opened={asking} onClose={() => setAsking(false)} title={t('Open the map in')} from="sheet">
          <Stack>
            {mapsOn(deviceKind(navigator)).map((app) => (
              <AppLink
                key={app}
                app={app}
                text={t(MAP_WORDS[app])}
                {...way}
                onClick={() => {
                  chooseMap(app)
                  setChosen(app)
                }}
              />
            ))}
            <p>{t('This phone remembers it. You can change it below the map.')}</p>
            <Button variant="plain" onClick={() => setAsking(false)}>
              {t('Close')}
            </Button>
          </Stack>
        </Dialog>
      </>
    )
  if (chosen === 'here' && placeOf(stop) === null) return otherwise
  return <AppLink app={chosen} text={t('Map')} {...way} />
}

interface AppLinkProps {
  app: MapApp
  leg: Leg
  mapPath: string
  text: string
  onClick?: () => void
}

/** A link, because a browser may refuse an app that a script opens. */
function AppLink({ app, leg, mapPath, text, onClick }: AppLinkProps) {
  if (app === 'here')
    return (
      <Link className={buttonLook('plain')} to={mapPath} onClick={onClick}>
        {text}
      </Link>
    )
  return (
    <a
      className={buttonLook('plain')}
      href={directionsLink(app, leg)}
      {...(app === 'geo' ? {} : { target: '_blank', rel: 'noreferrer' })}
      onClick={onClick}
    >
      {text}
    </a>
  )
}
