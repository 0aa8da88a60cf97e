import { useEffect, useRef } from 'react'
import styles from './templates.module.css'

/**
 * A mail's HTML as its reader sees it. The empty `sandbox` allows no scripts, forms, links to other pages or this
 * page's origin.
 */
export function MailFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    // By address, because the page's Trusted Types allow no `srcdoc`.
    const address = URL.createObjectURL(new Blob([html], { type: 'text/html' }))
    frame.current?.setAttribute('src', address)
    return () => URL.revokeObjectURL(address)
  }, [html])
  return <iframe ref={frame} sandbox="" title={title} className={styles.frame} />
}
