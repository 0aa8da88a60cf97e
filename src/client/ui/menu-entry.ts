import styles from './menu-entry.module.css'

/** The looks of one entry of the menu; the app puts a link or a button under it, since ui knows no router. */
export const menuEntry = styles.entry!
