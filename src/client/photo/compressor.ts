import type { PhotoType } from '#domain/photo-file.ts'

export interface CompressRequest {
  number: number
  bytes: ArrayBuffer
  type: PhotoType
  /** Smaller than usual: the phone has little room left. */
  tight: boolean
}
/** A JPEG; `damaged`: the photo is truncated; null: keep the original. */
export type Compressed = ArrayBuffer | 'damaged' | null
export interface CompressAnswer {
  number: number
  bytes: Compressed
}

/** The used part of the browser's Worker, so that a test can replace it. */
export interface CompressWorker {
  postMessage(request: CompressRequest): void
  addEventListener(type: 'message', listener: (event: MessageEvent<CompressAnswer>) => void): void
  addEventListener(type: 'error', listener: () => void): void
  terminate(): void
}

export interface Compressor {
  /** Never throws: on failure the original is stored. */
  compress(bytes: ArrayBuffer, type: PhotoType, tight?: boolean): Promise<Compressed>
}

/** After this time, ms, the original is used (offline.md, "Photos"). */
const TIMEOUT_MS = 15_000

/** Compresses one photo at a time: two in parallel can exhaust a small phone's memory, which ends the page. */
export function createCompressor(
  openWorker: () => CompressWorker = compressWorker,
  timeoutMs: number = TIMEOUT_MS,
): Compressor {
  let worker: CompressWorker | null = null
  let number = 0
  let last: Promise<unknown> = Promise.resolve()
  let settle: (answer: Compressed) => void = () => {}

  function giveUp(): void {
    worker?.terminate()
    worker = null
    settle(null)
  }

  function open(): CompressWorker {
    const opened = openWorker()
    opened.addEventListener('message', ({ data }) => {
      if (data.number === number) settle(data.bytes)
    })
    opened.addEventListener('error', giveUp)
    return opened
  }

  function ask(bytes: ArrayBuffer, type: PhotoType, tight: boolean): Promise<Compressed> {
    return new Promise((resolve) => {
      const timer = setTimeout(giveUp, timeoutMs)
      settle = (answer) => {
        clearTimeout(timer)
        resolve(answer)
      }
      number += 1
      try {
        worker ??= open()
        worker.postMessage({ number, bytes, type, tight })
      } catch {
        giveUp()
      }
    })
  }

  return {
    compress(bytes, type, tight = false) {
      const turn = last.then(() => ask(bytes, type, tight))
      last = turn
      return turn
    },
  }
}

function compressWorker(): CompressWorker {
  return new Worker(new URL('./compress-worker.ts', import.meta.url), { type: 'module', name: 'photo' })
}
