/** Hands a file to the phone's share sheet, or where that can't take it, to the downloads. */
export interface FileDevice {
  canShare?(data: { files: File[] }): boolean
  share?(data: { files: File[]; title: string }): Promise<void>
}

/** @returns how it went; `cancelled` when the person closed the share sheet */
export async function shareFile(fileName: string, text: string, device: FileDevice = navigator): Promise<'shared' | 'downloaded' | 'cancelled'> {
  const file = new File([text], fileName, { type: 'application/json' })
  if (device.share && device.canShare?.({ files: [file] })) {
    try {
      await device.share({ files: [file], title: fileName })
      return 'shared'
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return 'cancelled'
      // It said it could and could not: then it is downloaded.
    }
  }
  download(file)
  return 'downloaded'
}

function download(file: File): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  document.body.append(link)
  link.click()
  link.remove()
  // Safari reads it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
