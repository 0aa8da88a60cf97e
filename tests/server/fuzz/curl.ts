import type { Draft, Written } from './request.ts'

const SHOWN_BYTES = 3000

/** The request as a shell command, for a local server; the caller is shown beside it. */
export function curlOf({ caller }: Draft, { method, target, headers, body }: Written): string {
  const lines = headers.map(
    ([name, value]) =>
      `-H ${quoted(`${name}: ${name === 'authorization' && caller.role !== null ? 'Bearer $TOKEN' : value}`)}`,
  )
  const sent = body === null ? [] : ['--data-binary', bodyWords(body)]
  const piped = body !== null && !isPlain(body) ? `printf '%b' ${quoted(escaped(body))} | ` : ''
  return `${piped}curl -sS --path-as-is -X ${method} ${quoted(`http://127.0.0.1:3000${target}`)} ${[...lines, ...sent].join(' ')}  # as ${caller.name}`
}

function bodyWords(body: Buffer): string {
  return isPlain(body) ? quoted(body.toString()) : '@-'
}

const isPlain = (body: Buffer): boolean => body.length <= SHOWN_BYTES && /^[\x20-\x7e]*$/.test(body.toString('latin1'))

function escaped(body: Buffer): string {
  const shown = body.subarray(0, SHOWN_BYTES)
  const text = [...shown]
    .map((byte) =>
      byte >= 0x20 && byte < 0x7f && byte !== 0x5c
        ? String.fromCharCode(byte)
        : `\\0${byte.toString(8).padStart(3, '0')}`,
    )
    .join('')
  return body.length > SHOWN_BYTES ? `${text}…(${body.length} bytes in all)` : text
}

// Double quotes let the shell expand $TOKEN; single quotes expand nothing.
function quoted(text: string): string {
  const clean = text.replace(/\p{Cc}/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return text.includes('$TOKEN') ? `"${clean}"` : `'${clean.replaceAll("'", `'\\''`)}'`
}
