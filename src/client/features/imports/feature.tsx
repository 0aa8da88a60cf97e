import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature } from '#client/shells/office-feature.ts'

const ImportPage = lazyScreen(async () => (await import('./import-page.tsx')).ImportPage)

export const importsFeature: OfficeFeature = {
  area: 'shared',
  ofTheFirm: 'pages',
  routes: ({ csvPlaces }) =>
    csvPlaces.map(({ kind, path, list }) => ({ path, element: <ImportPage key={kind} kind={kind} list={list} /> })),
}
