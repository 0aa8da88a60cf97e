import styles from './menu-entry.module.css'

/** The class name of a menu entry's link or button; ui knows no router. */
export const menuEntry = styles.entry!
