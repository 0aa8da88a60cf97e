/**
 * Mantine's complete style sheet, for office and customers only: importing single parts risks missing one and saves
 * little here.
 */
import '@mantine/core/styles.css'
import './office.css'
