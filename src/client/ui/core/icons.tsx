import type { ReactNode } from 'react'

/** Strokes on a 24 px grid in the text's colour. Screen readers read the words beside them instead. */
export function Icon({ children, size = 24 }: { children: ReactNode; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2.2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}

export interface Size {
  size?: number
}

export const MenuIcon = ({ size = 28 }: Size) => (
  <Icon size={size}>
    <path d="M4 6h16M4 12h16M4 18h16" />
  </Icon>
)
export const HomeIcon = (props: Size) => (
  <Icon {...props}>
    <path d="M4 11.5 12 4l8 7.5M6 10v10h12V10" />
  </Icon>
)
export const LogoutIcon = (props: Size) => (
  <Icon {...props}>
    <path d="M10 4H5.5A1.5 1.5 0 0 0 4 5.5v13A1.5 1.5 0 0 0 5.5 20H10M15 8l4 4-4 4M19 12H9" />
  </Icon>
)
export const AlertIcon = (props: Size) => (
  <Icon {...props}>
    <path d="M12 4 2.8 19.5h18.4zM12 10v4.2M12 17v.1" />
  </Icon>
)
export const OfflineIcon = (props: Size) => (
  <Icon {...props}>
    <path d="M3 3l18 18M8.6 15.4a5 5 0 0 1 6.8 0M5.2 12a10 10 0 0 1 4-2.4M14 9.4a10 10 0 0 1 4.8 2.6M2 8.6A15 15 0 0 1 6.4 6M11 4.6A15 15 0 0 1 22 8.6M12 19.2v.1" />
  </Icon>
)
export const InstallIcon = (props: Size) => (
  <Icon {...props}>
    <path d="M12 4v11M7.5 11 12 15.5 16.5 11M5 19.5h14" />
  </Icon>
)
export const UpdateIcon = (props: Size) => (
  <Icon {...props}>
    <path d="M20 12a8 8 0 1 1-2.6-5.9M20 3.5V8h-4.5" />
  </Icon>
)
export const CheckIcon = (props: Size) => (
  <Icon {...props}>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Icon>
)
export const UpIcon = (props: Size) => (
  <Icon {...props}>
    <path d="M12 20V5M5 12l7-7 7 7" />
  </Icon>
)
