import { notifications } from '@mantine/notifications'

/** The red toast of spec 8, bottom-right. @param title 'An error occurred.' @param message the server's sentence */
export function showFailure(title: string, message: string): void {
  notifications.show({ title, message, color: 'red', autoClose: 8000, role: 'alert' })
}

/** A short word that something worked. */
export function showSuccess(message: string): void {
  notifications.show({ message, color: 'leaf', autoClose: 4000, role: 'status' })
}
