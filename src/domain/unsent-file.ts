/**
 * The file of a driver's unsent work, written by the device and imported by the office
 * (offline.md, "Export unsent work").
 */

export const UNSENT_FORMAT = 'bagrun-unsent'
/** Increases when the file format gains a field. */
export const UNSENT_VERSION = 1
/** Bytes of one import request: 60 photos of 400 KB as base64 twice over. The office's screen splits a larger file. */
export const UNSENT_REQUEST_MAX = 67_108_864

/** The ids are those of the wire, so that a record counts once even when the device sends it later. */
export interface UnsentFile {
  format: typeof UNSENT_FORMAT
  v: typeof UNSENT_VERSION
  /** When it was exported, by the phone's clock. */
  exportedAt: string
  userID: string
  deviceID: string
  appBuild: string
  /** In the wire format, each with its run. */
  events: (Record<string, unknown> & { runOrderID: string })[]
  photos: { photoID: string; contentType: string; size: number; sha256: string; base64: string }[]
}
