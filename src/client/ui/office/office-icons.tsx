import { Icon, type Size } from '../core/icons.tsx'

/** Icons of the office's menu entries: not in a driver's first load. */

export const CustomersIcon = (props: Size) => (
  <Icon {...props}>
    <circle cx="9" cy="8.5" r="3.5" />
    <path d="M2.8 19.5c.6-3.4 3-5.3 6.2-5.3s5.6 1.9 6.2 5.3M16 5.4a3.5 3.5 0 0 1 0 6.2M17.8 14.6c1.8.7 3 2.4 3.4 4.9" />
  </Icon>
)
export const RequestsIcon = (props: Size) => (
  <Icon {...props}>
    <path d="M4 5h16v11H9l-5 4zM8 9.5h8M8 12.5h5" />
  </Icon>
)
export const DriversIcon = (props: Size) => (
  <Icon {...props}>
    <path d="M2.5 6.5h11v10h-11zM13.5 10h4l3.5 3.5v3h-7.5" />
    <circle cx="7" cy="17.5" r="2" />
    <circle cx="17" cy="17.5" r="2" />
  </Icon>
)
export const SuburbsIcon = (props: Size) => (
  <Icon {...props}>
    <path d="M12 21s-6.5-5.6-6.5-11a6.5 6.5 0 0 1 13 0c0 5.4-6.5 11-6.5 11z" />
    <circle cx="12" cy="10" r="2.4" />
  </Icon>
)
export const PackagesIcon = (props: Size) => (
  <Icon {...props}>
    <path d="M5 8h14l-1.2 12H6.2zM9 8V6a3 3 0 0 1 6 0v2" />
  </Icon>
)
export const RunsIcon = (props: Size) => (
  <Icon {...props}>
    <path d="M4 6h16v14H4zM4 10.5h16M8.5 3.5V7M15.5 3.5V7M8 15.5l2.4 2.2 5-4.4" />
  </Icon>
)
export const SettingsIcon = (props: Size) => (
  <Icon {...props}>
    <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
    <circle cx="15" cy="7" r="2.2" />
    <circle cx="9" cy="17" r="2.2" />
  </Icon>
)
export const SearchIcon = (props: Size) => (
  <Icon {...props}>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5" />
  </Icon>
)
