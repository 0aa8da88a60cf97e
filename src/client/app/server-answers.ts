/** The browser's network state is unreliable in both directions, so the server is asked at this interval. */
export const LOOK_AGAIN_MS = 8000

/** Rejects where what asks is not on this device. */
export async function serverAnswers(): Promise<boolean> {
  // Imported here: a driver's first load does not contain them.
  const [{ screenCall }, { getConfig }] = await Promise.all([import('./sign-in.ts'), import('#contract/v1/session.ts')])
  return (await screenCall(getConfig, {})).kind === 'ok'
}

/** Resolves once the browser says that there is signal, or the server answers. Rejects when it is aborted. */
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
 * Loads a part of the app that was not on this device, again once there is signal. Where the browser remembers that the
 * module failed, the page is then loaded again (`vite:preloadError` in main.tsx). Rejects when it is aborted.
 */
export async function loadWithSignal<T>(load: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;)
    try {
      return await load()
    } catch {
      await serverIsBack(signal)
    }
}
