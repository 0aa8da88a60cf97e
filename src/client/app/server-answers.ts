/** The browser's network state is unreliable in both directions, so the server is asked at this interval, ms. */
export const LOOK_AGAIN_MS = 8000

/** Whether the server answers. Rejects where the code for asking is not on this device. */
export async function serverAnswers(): Promise<boolean> {
  // Imported here to keep them out of a driver's first load.
  const [{ screenCall }, { getConfig }] = await Promise.all([import('./sign-in.ts'), import('#contract/v1/session.ts')])
  return (await screenCall(getConfig, {})).kind === 'ok'
}

/** Resolves once the browser reports signal or the server answers. Rejects when aborted. */
function serverIsBack(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController()
    const again = setInterval(async () => {
      if (await serverAnswers().catch(() => false)) back()
    }, LOOK_AGAIN_MS)
    const end = () => {
      clearInterval(again)
      ended.abort()
    }
    const back = () => {
      end()
      resolve()
    }
    const stop = () => {
      end()
      reject(signal.reason as Error)
    }
    if (signal.aborted) return stop()
    window.addEventListener('online', back, { signal: ended.signal })
    signal.addEventListener('abort', stop, { signal: ended.signal })
  })
}

/**
 * Loads a part of the app; a failed load is repeated whenever there is signal again. Where the browser remembers a
 * failed module, the page is reloaded (`vite:preloadError` in start.tsx). Rejects when aborted.
 */
export async function loadWithSignal<T>(load: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;)
    try {
      return await load()
    } catch {
      await serverIsBack(signal)
    }
}
