import { Suspense, type ReactNode } from 'react'
import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature, OfficeParts } from '#client/shells/office-feature.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { MenuCount } from '#client/shells/menu-count.tsx'
import { Icon } from '#client/ui/core/icons.tsx'
import { ReportLink } from './report-link.tsx'

const CasesRoutes = lazyScreen(async () => (await import('./cases-routes.tsx')).default)
const CasesList = lazyScreen(async () => (await import('./cases-list.tsx')).CasesList)
const OwnCasesRoutes = lazyScreen(async () => (await import('./own-cases-routes.tsx')).default)

const icon = (
  <Icon>
    <path d="M5 5.5h14v10h-7l-4 3.5v-3.5H5zM9 9h6M9 12h4" />
  </Icon>
)

export const casesFeature: OfficeFeature = {
  area: 'customers',
  moneyMenu: {
    label: 'Cases',
    icon,
    to: () => officePaths.cases(),
    count: <MenuCount kind="cases" />,
  },
  routes: ({ fetchPhoto, notFound }) => [
    { path: `${officePaths.cases()}/*`, element: <CasesRoutes fetchPhoto={fetchPhoto} notFound={notFound} /> },
  ],
}

/** A part of a customer's page, which stays while it loads. */
export const casesOfCustomer: OfficeParts['casesOf'] = (customerID) => (
  <Suspense fallback={null}>
    <CasesList customerID={customerID} />
  </Suspense>
)

export const ownCasesFeature = {
  menu: { icon, to: officePaths.cases() },
  routes: ({ fetchPhoto, notFound }: { fetchPhoto: FetchPhoto; notFound: ReactNode }) => [
    { path: `${officePaths.cases()}/*`, element: <OwnCasesRoutes fetchPhoto={fetchPhoto} notFound={notFound} /> },
  ],
}

/** @param week as the page names it */
export const reportCollection = (assignmentID: string, week: string): ReactNode => (
  <ReportLink assignmentID={assignmentID} week={week} />
)
