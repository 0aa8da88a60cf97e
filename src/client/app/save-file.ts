/**
 * Saves a JSON file with the phone's share sheet, or as a download.
 * @returns the file name; null when the share sheet was dismissed
 */
export async function saveFile(fileName: string, text: string): Promise<string | null> {
  // Plain text, because Chromium's share sheet accepts no JSON file, whatever canShare returns.
  const shared = new File([text], fileName.replace(/\.json$/, '.txt'), { type: 'text/plain' })
  if (navigator.canShare?.({ files: [shared] }) === true && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share({ files: [shared] })
      return shared.name
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return null
    }
  }
  const file = new File([text], fileName, { type: 'application/json' })
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
  return fileName
}
