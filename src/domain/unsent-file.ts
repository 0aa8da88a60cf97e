/** The file of a driver's unsent work, as his phone writes it and the office reads it in (offline.md, "Export unsent work"). */

export const UNSENT_FORMAT = 'bagrun-unsent'
/** Rises with whatever is added to the file. */
export const UNSENT_VERSION = 1
/** Bytes of one request that reads it in: 60 photos of 400 KB as base64 twice over. The office's screen cuts a larger file up. */
export const UNSENT_REQUEST_MAX = 67_108_864

/** Same ids as on the wire, so that it counts once even when the phone sends later. */
export interface UnsentFile {
  format: typeof UNSENT_FORMAT
  v: typeof UNSENT_VERSION
  /** By the phone's clock. */
  exportedAt: string
  userID: string
  deviceID: string
  appBuild: string
  /** As on the wire, each with the run it belongs to. */
  events: (Record<string, unknown> & { runOrderID: string })[]
  photos: { photoID: string; contentType: string; size: number; sha256: string; base64: string }[]
}
