/** The whole sheet, for office and customers only: part by part it is easy to forget one, and here nothing is gained by it. */
import '@mantine/core/styles.css'
import './office.css'
