/** The range begins with byte `from` of a file and ends with byte `to`; both are included, as in HTTP. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/**
 * The part of a file that a Range header asks for (RFC 9110, 14.2). `whole`: it has none that is understood, or asks for
 * several parts, which a server may ignore; `outside`: the file ends before it.
 * @param size of the file, bytes
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'outside' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return 'whole'
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'outside' : { from: size - length, to: size - 1 }
  }
  const from = Number(first)
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < from) return 'whole'
  return from >= size ? 'outside' : { from, to }
}
