import type { ReactNode } from 'react'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { Icon } from '#client/ui/core/icons.tsx'
import { OwnSchedulePage } from './own-schedule-page.tsx'

const icon = (
  <Icon>
    <path d="M5 6h14v14H5zM5 10h14M9 4v4M15 4v4" />
  </Icon>
)

interface Around {
  schedulesPath: string
  fetchPhoto: FetchPhoto
  reportCollection: (assignmentID: string, week: string) => ReactNode
  /** Under the collections: the customer's account. */
  account: ReactNode
}

/** The customer's home page, which comes with the routes to save a round trip. */
export const ownScheduleFeature = {
  menu: (schedulesPath: string) => ({ label: 'Collections', icon, to: schedulesPath }),
  routes: ({ schedulesPath, ...around }: Around) => [{ path: schedulesPath, element: <OwnSchedulePage {...around} /> }],
}
