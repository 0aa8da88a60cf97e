/**
 * Reads a stream of PostgreSQL wire messages, in chunks cut anywhere, and reports the severity of an ErrorResponse
 * that no session survives. Only headers are looked at; rows pass by unread.
 *
 * @param {(severity: 'PANIC' | 'FATAL') => void} report
 * @returns {(chunk: Uint8Array) => void}
 */
export function severityReader(report) {
  let skip = 0
  let pending = Buffer.alloc(0)
  return (chunk) => {
    let bytes = pending.length === 0 ? Buffer.from(chunk) : Buffer.concat([pending, chunk])
    pending = Buffer.alloc(0)
    while (bytes.length > 0) {
      if (skip > 0) {
        const skipped = Math.min(skip, bytes.length)
        skip -= skipped
        bytes = bytes.subarray(skipped)
        continue
      }
      if (bytes.length < 5) break
      const length = 1 + bytes.readInt32BE(1)
      if (bytes[0] !== ERROR_RESPONSE) {
        skip = length
        continue
      }
      if (bytes.length < length) break
      const severity = severityOf(bytes.subarray(5, length))
      if (severity === 'PANIC' || severity === 'FATAL') report(severity)
      bytes = bytes.subarray(length)
    }
    pending = bytes
  }
}

const ERROR_RESPONSE = 'E'.charCodeAt(0)

/** @param {Buffer} fields each one a letter, a text and a zero byte; `V` is the severity in English whatever the locale */
function severityOf(fields) {
  for (const field of fields.toString('utf8').split('\0')) {
    if (field.startsWith('V')) return field.slice(1)
  }
  return undefined
}
