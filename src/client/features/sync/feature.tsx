import { lazy, type ComponentProps } from 'react'

const UnsentPage = lazy(async () => ({ default: (await import('./unsent-page.tsx')).UnsentPage }))
const ReadyPage = lazy(async () => ({ default: (await import('./ready-page.tsx')).ReadyPage }))
/** Replaces every other screen of a revoked device. */
export const RevokedPage = lazy(async () => ({ default: (await import('./revoked-page.tsx')).RevokedPage }))

type OfUnsent = ComponentProps<typeof UnsentPage>
type OfReady = ComponentProps<typeof ReadyPage>

interface Around
  extends Pick<OfUnsent, 'device' | 'chip' | 'saveFile' | 'renderOthers'>, Pick<OfReady, 'installFirst' | 'installed'> {
  paths: { pickups: () => string; unsent: () => string; ready: () => string }
  sync: { drainNow: OfUnsent['onSend']; pullNow: OfReady['onFetch'] }
}

export const syncFeature = {
  menu: null,
  routes: ({ device, chip, paths, sync, saveFile, renderOthers, installFirst, installed }: Around) => [
    {
      path: paths.unsent(),
      element: (
        <UnsentPage
          device={device}
          chip={chip}
          pickupsPath={paths.pickups()}
          readyPath={paths.ready()}
          onSend={sync.drainNow}
          saveFile={saveFile}
          renderOthers={renderOthers}
        />
      ),
    },
    {
      path: paths.ready(),
      element: (
        <ReadyPage
          device={device}
          chip={chip}
          pickupsPath={paths.pickups()}
          installFirst={installFirst}
          installed={installed}
          onFetch={sync.pullNow}
        />
      ),
    },
  ],
}
