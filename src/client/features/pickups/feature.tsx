import { lazy, type ComponentProps } from 'react'
import { Icon } from '#client/ui/core/icons.tsx'
import { t } from '#client/ui/core/texts.ts'
import { PickupsPage } from './pickups-page.tsx'

const StopPage = lazy(async () => ({ default: (await import('./stop-page.tsx')).StopPage }))

const MapPage = lazy(async () => ({ default: (await import('./map/map-page.tsx')).MapPage }))

const ShortestPage = lazy(async () => ({ default: (await import('./order/shortest-page.tsx')).ShortestPage }))

type Around = Omit<ComponentProps<typeof PickupsPage>, 'onLook'> & {
  sync: { pullNow: ComponentProps<typeof PickupsPage>['onLook'] }
  fetchRules: ComponentProps<typeof ShortestPage>['fetchRules']
}

const icon = (
  <Icon>
    <path d="M9 6h11M9 12h11M9 18h11M3.5 6l1 1 2-2M3.5 12l1 1 2-2M3.5 18l1 1 2-2" />
  </Icon>
)

/** The list is part of the driver's first load, a stop's page, the map and the shortest order are not. */
export const pickupsFeature = {
  menu: { label: t('Pickups'), icon, path: 'pickups' as const },
  routes: ({ device, timeZone, chip, offer, paths, fetchPhoto, onOutcome, sync, fetchRules }: Around) => [
    {
      path: paths.pickups(),
      element: (
        <PickupsPage
          device={device}
          paths={paths}
          timeZone={timeZone}
          chip={chip}
          offer={offer}
          onLook={sync.pullNow}
          fetchPhoto={fetchPhoto}
          onOutcome={onOutcome}
        />
      ),
    },
    {
      path: paths.map(),
      element: <MapPage device={device} paths={paths} timeZone={timeZone} chip={chip} />,
    },
    {
      path: paths.order(),
      element: <ShortestPage device={device} paths={paths} timeZone={timeZone} chip={chip} fetchRules={fetchRules} />,
    },
    {
      path: `${paths.pickups()}/:assignmentID`,
      element: <StopPage device={device} paths={paths} chip={chip} fetchPhoto={fetchPhoto} onOutcome={onOutcome} />,
    },
  ],
}
