import type { ReactNode } from 'react'
import { Route, Routes, useParams } from 'react-router-dom'
import { ReminderNew } from './reminder-new.tsx'
import { ReminderPage } from './reminder-page.tsx'
import { RemindersPage } from './reminders-page.tsx'

export default function RemindersRoutes({ notFound }: { notFound: ReactNode }) {
  return (
    <Routes>
      <Route index element={<RemindersPage />} />
      <Route path="new" element={<ReminderNew />} />
      <Route path=":reminderID" element={<Page />} />
      <Route path="*" element={notFound} />
    </Routes>
  )
}

function Page() {
  const { reminderID = '' } = useParams()
  return <ReminderPage key={reminderID} reminderID={reminderID} />
}
