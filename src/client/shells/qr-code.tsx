import { useMemo } from 'react'
import { encode } from 'uqr'

/** The quiet zone a scanner needs, in modules (ISO/IEC 18004). */
const EDGE = 4

/** A QR code as one SVG path, because Trusted Types forbid the library's markup. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string | undefined }) {
  const { size, path } = useMemo(() => drawQr(text), [text])
  return (
    <svg
      className={className}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** @returns the side in modules, and the dark modules as an SVG path in those units */
export function drawQr(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: EDGE })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}
