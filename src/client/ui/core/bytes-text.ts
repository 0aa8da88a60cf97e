/** A size as text: "12.4 GB", "3.9 MB", "16 kB", "412 bytes". */
export function formatBytes(bytes: number): string {
  if (bytes >= 999_950_000) return `${(bytes / 1_000_000_000).toFixed(1)} GB`
  if (bytes >= 999_500) return `${(bytes / 1_000_000).toFixed(1)} MB`
  if (bytes >= 1_000) return `${Math.round(bytes / 1_000)} kB`
  return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
}
