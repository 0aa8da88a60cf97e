import styles from './menu-entry.module.css'

/** The class name of a menu entry; the app applies it to a link or a button, since ui knows no router. */
export const menuEntry = styles.entry!
