import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature } from '#client/shells/office-feature.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { importUnsent } from '#contract/v1/unsent.ts'

const UnsentImportPage = lazyScreen(async () => (await import('./unsent-import-page.tsx')).UnsentImportPage)

export const unsentImportFeature: OfficeFeature = {
  area: 'runs',
  ofTheFirm: 'pages',
  routes: ({ call, homePath, profile }) => [
    {
      path: officePaths.importUnsent(),
      element: (
        <UnsentImportPage
          send={(part) => call(importUnsent, part)}
          homePath={homePath}
          timeZone={profile.config.timeZone}
        />
      ),
    },
  ],
}
