const ADDRESS = /(https?:\/\/[^\s<>"]+)/

/** A mail's plain text with its addresses as links: without a mail server an admin passes them on manually. */
export function LinkedText({ text }: { text: string }) {
  return (
    <p style={{ whiteSpace: 'pre-wrap' }}>
      {text.split(ADDRESS).map((part, at) =>
        at % 2 === 1 ? (
          <a key={at} href={part}>
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  )
}
