import styles from '#client/shells/mail-editor.module.css'

export function MailShown({ subject, text }: { subject: string; text: string }) {
  return (
    <div className={styles.mail}>
      <p className={styles.mailSubject}>{subject}</p>
      <p className={styles.mailText}>{text}</p>
    </div>
  )
}
