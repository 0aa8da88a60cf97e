import { useSyncExternalStore } from 'react'

interface InstallPrompt extends Event {
  prompt(): Promise<void>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** `prompt`: the browser can ask. `ios`: a person must do it by hand. `none`: installed already, or not possible here. */
export type InstallWay = 'prompt' | 'ios' | 'none'

const LATER = 'rr-install-later'
const LATER_MS = 7 * 86_400_000

let offered: InstallPrompt | null = null
const listeners = new Set<() => void>()

function changed(): void {
  for (const listener of listeners) listener()
}

/** Listens from the start: the browser offers once, early. */
export function watchInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offered = event as InstallPrompt
    changed()
  })
  window.addEventListener('appinstalled', () => {
    offered = null
    // What a browser refused to a tab it mostly agrees to now; the Ready page promises that.
    navigator.storage?.persist?.().catch(() => undefined)
    changed()
  })
}

export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true
}

/** iPhone and iPad; the latter says it is a Mac, but has fingers. */
export function isIOS(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  )
}

function way(): InstallWay {
  if (isInstalled()) return 'none'
  if (offered !== null) return 'prompt'
  return isIOS() ? 'ios' : 'none'
}

export function useInstallWay(): InstallWay {
  return useSyncExternalStore(subscribe, way)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows the browser's own question. */
export async function promptInstall(): Promise<void> {
  const prompt = offered
  offered = null
  await prompt?.prompt()
  changed()
}

/** Whether he said "Later" within the last week. */
export function wasPutOff(now = Date.now()): boolean {
  return now - Number(localStorage.getItem(LATER) ?? 0) < LATER_MS
}

export function putOff(now = Date.now()): void {
  localStorage.setItem(LATER, String(now))
}
