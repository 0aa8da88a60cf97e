interface Picture {
  width?: number
  height?: number
  /** Bytes in all. */
  size?: number
}

/** A PNG as far as its header goes. */
export function png({ width = 40, height = 30, size = 100 }: Picture = {}): Uint8Array {
  const bytes = filled(size, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return bytes
}

/** A JPEG as far as its header goes: a comment, then the frame. */
export function jpeg({ width = 40, height = 30, size = 100 }: Picture = {}): Uint8Array {
  const bytes = filled(size, [0xff, 0xd8, 0xff, 0xfe, 0, 4, 1, 2, 0xff, 0xff, 0xc2, 0, 17, 8])
  const view = new DataView(bytes.buffer)
  view.setUint16(14, height)
  view.setUint16(16, width)
  return bytes
}

const filled = (size: number, first: readonly number[]) => Uint8Array.from({ length: size }, (_, at) => first[at] ?? at % 251)
