/** An email address that breaks at its @ when it is too long for a line. */
export function Email({ email }: { email: string }) {
  const at = email.indexOf('@')
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}

export function MailLink({ email }: { email: string }) {
  return (
    <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
      <Email email={email} />
    </a>
  )
}
