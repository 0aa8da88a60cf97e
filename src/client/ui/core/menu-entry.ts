import styles from './menu-entry.module.css'

/** The class name of a menu entry's link or button; ui knows no router. */
export const menuEntry = styles.entry!

/** The class name of the number of what waits behind an entry, at its end. */
export const menuCount = styles.count!

/** The class name of a group's heading. */
export const menuHeading = styles.heading!
