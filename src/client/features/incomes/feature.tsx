import { lazy, type ComponentProps } from 'react'
import { Icon } from '#client/ui/core/icons.tsx'
import { t } from '#client/ui/core/texts.ts'

const IncomesPage = lazy(async () => ({ default: (await import('./incomes-page.tsx')).IncomesPage }))

type Around = Omit<ComponentProps<typeof IncomesPage>, 'pickupsPath'> & {
  paths: { incomes: () => string; pickups: () => string }
}

const icon = (
  <Icon>
    <rect x="3" y="6" width="18" height="13" rx="2.5" />
    <path d="M3 10h18M15.5 14.5h2" />
  </Icon>
)

export const incomesFeature = {
  menu: { label: t('Incomes'), icon, path: 'incomes' as const },
  routes: ({ device, timeZone, chip, paths }: Around) => [
    {
      path: paths.incomes(),
      element: <IncomesPage device={device} timeZone={timeZone} chip={chip} pickupsPath={paths.pickups()} />,
    },
  ],
}
