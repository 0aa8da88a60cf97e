import { useState } from 'react'
import { Route, Routes, useParams } from 'react-router-dom'
import { officePaths } from '#client/shells/office-paths.ts'
import { useBackToList } from '#client/shells/back-to-list.ts'
import { type MadeWebhook, NewSecretShown, WebhookCreate } from './webhook-create.tsx'
import { WebhookMessages } from './webhook-messages.tsx'
import { WebhooksPage } from './webhooks-page.tsx'

/** The list, with the form over it, and the messages of one webhook. */
export function WebhooksRoutes() {
  const close = useBackToList(officePaths.webhooks())
  const [made, setMade] = useState<MadeWebhook | null>(null)
  const show = (webhook: MadeWebhook) => {
    setMade(webhook)
    close()
  }
  return (
    <>
      <Routes>
        <Route index element={<WebhooksPage />} />
        <Route
          path="new"
          element={
            <>
              <WebhooksPage />
              <WebhookCreate onClose={close} onMade={show} />
            </>
          }
        />
        <Route path=":webhookID" element={<Messages />} />
        <Route path="*" element={<WebhooksPage />} />
      </Routes>
      {made === null ? null : <NewSecretShown made={made} onClose={() => setMade(null)} />}
    </>
  )
}

function Messages() {
  const { webhookID = '' } = useParams()
  return <WebhookMessages key={webhookID} webhookID={webhookID} />
}
