/** An e-mail address that opens a mail to it; a long one breaks at its @, not in a word. */
export function MailLink({ email }: { email: string }) {
  const at = email.indexOf('@')
  return (
    <a href={`mailto:${email}`}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </a>
  )
}
