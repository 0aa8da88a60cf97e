/** An email address: a long one breaks at its @, not in a word. */
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

/** The same as a mailto link. */
export function MailLink({ email }: { email: string }) {
  return (
    <a href={`mailto:${email}`}>
      <Email email={email} />
    </a>
  )
}
