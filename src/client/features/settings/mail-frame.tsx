import { useEffect, useState } from 'react'
import styles from './templates.module.css'

/**
 * A mail's HTML as its reader sees it. Without scripts, forms, links to other pages and this page's origin: `sandbox`
 * allows nothing.
 */
export function MailFrame({ html, title }: { html: string; title: string }) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    // By address: the page's Trusted Types allow no `srcdoc`.
    const made = URL.createObjectURL(new Blob([html], { type: 'text/html' }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [html])
  return address === null ? null : <iframe sandbox="" src={address} title={title} className={styles.frame} />
}
