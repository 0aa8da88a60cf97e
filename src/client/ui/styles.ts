/**
 * Mantine's styles, part by part: the whole sheet costs the driver 20 KiB he never uses.
 * The order is Mantine's own and matters. A part used but not listed here would lose its looks without a word:
 * tests/client/app/styles.test.ts compares this list with the parts the client imports.
 */
import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Loader.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/PasswordInput.css'
import '@mantine/core/styles/ActionIcon.css'
import '@mantine/core/styles/Button.css'
import './base.css'
