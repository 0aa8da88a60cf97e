/** Phone numbers are stored as E.164 (phone-numbers.ts) and shown in the local format (domain.md 1). */

/** "+61412345678" -> "0412 345 678", "+61298765432" -> "02 9876 5432"; a foreign number stays as it is. */
export function showPhone(e164: string): string {
  if (!e164.startsWith('+61')) return e164
  const national = e164.slice(3)
  if (/^4\d{8}$/.test(national)) return `0${national.slice(0, 3)} ${national.slice(3, 6)} ${national.slice(6)}`
  if (/^[2378]\d{8}$/.test(national)) return `0${national.slice(0, 1)} ${national.slice(1, 5)} ${national.slice(5)}`
  if (/^1[38]00\d{6}$/.test(national)) return `${national.slice(0, 4)} ${national.slice(4, 7)} ${national.slice(7)}`
  if (/^13\d{4}$/.test(national)) return `${national.slice(0, 2)} ${national.slice(2, 4)} ${national.slice(4)}`
  return e164
}
