import { Link, type LinkProps } from 'react-router-dom'
import styles from './whole-link.module.css'

/** A link whose target is the whole of the nearest positioned box around it. */
export const WholeLink = (props: LinkProps) => <Link {...props} className={styles.link} />
