import { useEffect } from 'react'
import { getAppManifest } from '#contract/v1/session.ts'
import { firstScreen } from '#client/ui/core/first-screen.ts'
import { apiBase } from './browser-ports.ts'

/**
 * While a customer is signed in, the app is installed under the firm's name with a customer's shortcuts. The page's own
 * manifest is a driver's, which must not depend on the server.
 */
export function useCustomerManifest(name: string): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
    const title = document.querySelector<HTMLMetaElement>('meta[name=apple-mobile-web-app-title]')
    const before = { href: link?.getAttribute('href') ?? '', title: title?.content ?? '' }
    let ended = false
    void firstScreen().then(() => {
      // Nothing can be installed without signal, and the browser would report a failed request.
      if (ended || !navigator.onLine) return
      link?.setAttribute('href', getAppManifest.path.replace('/v1', apiBase))
      if (title) title.content = name
    })
    return () => {
      ended = true
      link?.setAttribute('href', before.href)
      if (title) title.content = before.title
    }
  }, [name])
}
