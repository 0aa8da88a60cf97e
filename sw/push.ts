declare const self: ServiceWorkerGlobalScope

/** As the server sends it (domain: PushMessage). */
interface Message {
  title?: unknown
  body?: unknown
  path?: unknown
  tag?: unknown
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Each push must be shown; otherwise the browser shows a sentence of its own and ends the subscription. */
self.addEventListener('push', (event) => {
  const { title, body, path, tag } = messageOf(event.data)
  event.waitUntil(
    self.registration.showNotification(text(title) || 'Bagrun', {
      body: text(body),
      tag: text(tag),
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      data: text(path),
    }),
  )
})

function messageOf(data: PushMessageData | null): Message {
  try {
    return (data?.json() as Message | null) ?? {}
  } catch {
    return {}
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(text(event.notification.data)))
})

/**
 * Opens the page in a window that shows it already, else in a new one, because another may hold a half-written form.
 */
async function open(path: string): Promise<void> {
  const { origin } = self.location
  const url = new URL(path || '/', origin)
  const target = url.origin === origin ? url.href : origin
  const pages = await self.clients.matchAll({ type: 'window' })
  const there = pages.find((page) => page.url === target)
  await (there ? there.focus() : self.clients.openWindow(target))
}
