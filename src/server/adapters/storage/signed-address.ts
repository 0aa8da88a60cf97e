import type { Secrets, StoredFile } from '../../ports.ts'

/** The signed text of an upload: only exactly this file may be stored, and only until it expires. */
const uploadText = (file: StoredFile, expires: string) =>
  ['PUT', file.key, file.contentType, file.size, file.sha256, expires].join('\n')
const downloadText = (key: string, expires: string) => ['GET', key, expires].join('\n')

const PURPOSE = 'signed-address'

/** An address to PUT one file to, relative to the server's origin. */
export function uploadAddress(secrets: Secrets, file: StoredFile, expiresAt: Date): string {
  const expires = String(expiresAt.getTime())
  const query = new URLSearchParams({
    expires,
    type: file.contentType,
    size: String(file.size),
    sha256: file.sha256,
    signature: secrets.hmac(PURPOSE, uploadText(file, expires)),
  })
  return `/v1/files/${encodeURIComponent(file.key)}?${query}`
}

export function downloadAddress(secrets: Secrets, key: string, expiresAt: Date): string {
  const expires = String(expiresAt.getTime())
  return `/v1/files/${encodeURIComponent(key)}?${new URLSearchParams({ expires, signature: secrets.hmac(PURPOSE, downloadText(key, expires)) })}`
}

const stillGood = (expires: string, now: Date) => /^\d{1,15}$/.test(expires) && Number(expires) > now.getTime()

/** Whether this server signed exactly this upload, and it has not expired. */
export function isSignedUpload(
  secrets: Secrets,
  file: StoredFile,
  expires: string,
  signature: string,
  now: Date,
): boolean {
  return stillGood(expires, now) && secrets.verifyHmac(PURPOSE, uploadText(file, expires), signature)
}

/** Whether this server signed exactly this download, and it has not expired. */
export function isSignedDownload(
  secrets: Secrets,
  key: string,
  expires: string,
  signature: string,
  now: Date,
): boolean {
  return stillGood(expires, now) && secrets.verifyHmac(PURPOSE, downloadText(key, expires), signature)
}
