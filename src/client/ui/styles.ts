/**
 * What every role needs. Mantine's own sheet comes with the office's and the customers' chunk (ui/mantine-styles.ts):
 * a driver's screens use the theme's colours and plain elements, and none of its 200 kB.
 */
import '@mantine/core/styles/baseline.css'
import './base.css'
