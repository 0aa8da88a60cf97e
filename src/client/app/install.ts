import { deviceStorage } from '#client/api/browser-storage.ts'
import { useSyncExternalStore } from 'react'

interface InstallPrompt extends Event {
  prompt(): Promise<void>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/**
 * `prompt`: the browser has an install prompt. `ios`: the user follows steps. `none`: installed already, or not
 * possible.
 */
export type InstallWay = 'prompt' | 'ios' | 'none'

const LATER = 'rr-install-later'
const LATER_MS = 7 * 86_400_000

let offered: InstallPrompt | null = null
const listeners = new Set<() => void>()

function changed(): void {
  for (const listener of listeners) listener()
}

/** Called at the start, because the browser fires its event once and early. */
export function watchInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offered = event as InstallPrompt
    changed()
  })
  window.addEventListener('appinstalled', () => {
    offered = null
    // Most browsers that refuse persistent storage to a tab grant it now, as the Ready page promises.
    navigator.storage?.persist?.().catch(() => undefined)
    changed()
  })
}

export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true
}

/** Whether this is an iPhone or iPad. An iPad reports itself as a Mac, but has a touch screen. */
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

export async function promptInstall(): Promise<void> {
  const prompt = offered
  offered = null
  await prompt?.prompt()
  changed()
}

/** Whether the user chose "Later" within the last week. */
export function wasPutOff(now = Date.now()): boolean {
  return now - Number(deviceStorage.getItem(LATER) ?? 0) < LATER_MS
}

export function putOff(now = Date.now()): void {
  deviceStorage.setItem(LATER, String(now))
}
