/**
 * A default policy for what React, Mantine and workbox-window do under the server's `require-trusted-types-for
 * 'script'`; created before any of them runs (dependencies.md, "Trusted Types").
 */
interface TrustedTypePolicyFactory {
  createPolicy(name: string, rules: { createHTML(text: string): string; createScriptURL(url: string): string }): unknown
}

/** Our service worker, and any hashed worker of our own build. */
function isOurScript(text: string): boolean {
  const url = new URL(text, location.origin)
  return (
    url.origin === location.origin &&
    (url.pathname === '/sw.js' || /^\/assets\/[\w.-]*worker[\w.-]*\.m?js$/.test(url.pathname))
  )
}

/** Exported for its test. There is no createScript: text never becomes a script. */
export const policy = {
  /** Mantine writes its generated CSS, which contains no markup, through innerHTML of a <style>. */
  createHTML(text: string): string {
    if (text.includes('<')) throw new TypeError('Markup as text is refused.')
    return text
  },
  createScriptURL(url: string): string {
    if (!isOurScript(url)) throw new TypeError('Only our own scripts may be started.')
    return url
  },
}

const factory = (globalThis as { trustedTypes?: TrustedTypePolicyFactory }).trustedTypes
// Vite's development client is served without the header.
if (factory !== undefined && !import.meta.env.DEV) factory.createPolicy('default', policy)
