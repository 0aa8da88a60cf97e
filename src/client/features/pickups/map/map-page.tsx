import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { Device } from '#client/offline/store/device.ts'
import { BackLink } from '#client/shells/back-link.tsx'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { SelectField } from '#client/ui/core/field.tsx'
import { Card, Stack } from '#client/ui/core/parts.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import type { DriverPaths } from '../addresses.ts'
import { chosenMap, deviceKind } from '../map-links.ts'
import { useRun } from '../pickups-data.ts'
import { runName } from '../run-head.tsx'
import { PickupsLoading } from '../run-states.tsx'
import { StopList } from '../stop-list.tsx'
import { nextStop, numbered, type Stop } from '../stops.ts'
import { chooseMap, isMapApp, MAP_WORDS, mapsOn } from './map-apps.ts'
import { divided } from './map-content.ts'
import { RunMap } from './run-map.tsx'

interface MapPageProps {
  device: Device
  paths: DriverPaths
  /** The business time zone, which decides the current week. */
  timeZone: string
  chip: ReactNode
}

/** The stops of a run on a map, without signal, and as a list below it. */
export function MapPage({ device, paths, timeZone, chip }: MapPageProps) {
  const [params] = useSearchParams()
  const view = useRun(device, params.get('run'), timeZone)
  const jobs = view?.shown?.jobs
  const stops = useMemo(() => numbered(jobs ?? []), [jobs])
  return (
    <>
      <PageHeader title={view?.shown ? runName(view.shown.run) : t('Map')} right={chip} />
      {view === undefined ? (
        <PickupsLoading />
      ) : (
        <PageContent>
          <Stack>
            <BackLink to={paths.pickups() + runOf(params)}>{t('Back to the stops')}</BackLink>
            <StopsOnMap stops={stops} chosenID={params.get('stop')} paths={paths} />
          </Stack>
        </PageContent>
      )}
    </>
  )
}

const runOf = (params: URLSearchParams) => {
  const run = params.get('run')
  return run === null ? '' : `?${new URLSearchParams({ run })}`
}

interface StopsOnMapProps {
  stops: readonly Stop[]
  chosenID: string | null
  paths: DriverPaths
}

function StopsOnMap({ stops, chosenID, paths }: StopsOnMapProps) {
  const navigate = useNavigate()
  const { placed, without } = useMemo(() => divided(stops), [stops])
  const next = nextStop(stops)
  const open = useCallback((assignmentID: string) => void navigate(paths.pickup(assignmentID)), [navigate, paths])
  const list = { currentID: next?.assignmentID ?? null, pathOf: paths.pickup, onOpen: open }
  if (placed.length + without.length === 0) return <Card>{t('No stops here.')}</Card>
  return (
    <>
      {placed.length === 0 ? (
        <Card>
          <h2>{t('No stop has a place yet')}</h2>
          <p>{t('Ask the office to enter where the bags stand. Until then, “Map” on a stop looks for its address.')}</p>
        </Card>
      ) : (
        <RunMap placed={placed} next={next} chosenID={chosenID} pathOf={paths.pickup} />
      )}
      {placed.length === 0 ? null : <StopList stops={placed} {...list} />}
      {without.length === 0 ? null : (
        <Stack as="section">
          {placed.length === 0 ? null : (
            <h2>{plural(without.length, '{{count}} stop has no place yet', '{{count}} stops have no place yet')}</h2>
          )}
          <StopList stops={without} {...list} />
        </Stack>
      )}
      <MapChoice />
    </>
  )
}

/** Changes what this phone opens by "Map" on a stop. */
function MapChoice() {
  const [chosen, setChosen] = useState(chosenMap)
  return (
    <SelectField
      label={t('“Map” on a stop opens')}
      value={chosen ?? ''}
      onChange={({ target }) => {
        const app = isMapApp(target.value) ? target.value : null
        chooseMap(app)
        setChosen(app)
      }}
      options={[
        { value: '', label: t('Ask each time') },
        ...mapsOn(deviceKind(navigator)).map((app) => ({ value: app, label: t(MAP_WORDS[app]) })),
      ]}
    />
  )
}
