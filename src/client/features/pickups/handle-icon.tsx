/** Three bars, the common symbol for a drag handle. */
export function HandleIcon() {
  return (
    <svg
      width={28}
      height={28}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2.4}
      strokeLinecap="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M5 8h14M5 12h14M5 16h14" />
    </svg>
  )
}
