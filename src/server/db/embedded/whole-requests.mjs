/** Messages after which a client sends more before it waits: Parse, Bind, Describe, Execute, Close. */
const GO_ON = new Set([...'PBDEC'].map((letter) => letter.charCodeAt(0)))
const STARTUP = 0
const TERMINATE = 'X'.charCodeAt(0)

/**
 * Collects messages until the Sync, so that a statement is one call into the database and one answer. pg sends a
 * statement as five messages; the socket server passes them on one by one, and each answer would wake the other thread.
 * @param {import('@electric-sql/pglite').PGlite} pg
 */
export function takeWholeRequests(pg) {
  const answer = pg.execProtocolRawStream.bind(pg)
  /** @type {Uint8Array[]} */
  let waiting = []
  pg.execProtocolRawStream = async (message, options) => {
    const [kind] = message
    if (kind === TERMINATE) return answer(message, options)
    // Incomplete messages of a broken connection must not reach the next one.
    if (kind === STARTUP) waiting = []
    waiting.push(message)
    if (kind !== undefined && GO_ON.has(kind)) return
    const request = waiting.length === 1 ? message : Buffer.concat(waiting)
    waiting = []
    /** @type {Uint8Array[]} */
    const chunks = []
    try {
      // Copied, because the database reuses this buffer for its next message.
      await answer(request, { ...options, onRawData: (data) => chunks.push(data.slice()) })
    } finally {
      if (chunks.length > 0)
        options.onRawData(chunks.length === 1 ? /** @type {Uint8Array} */ (chunks[0]) : Buffer.concat(chunks))
    }
  }
}
