/** The operator's configured address; an e-mail address and a URL become links. */
export function ContactAddress({ contact, className }: { contact: string; className?: string }) {
  const href = findLink(contact)
  if (!href) return <span className={className}>{contact}</span>
  return (
    <a href={href} className={className}>
      {contact}
    </a>
  )
}

function findLink(contact: string): string | undefined {
  if (/^[^\s@]+@[^\s@]+$/.test(contact)) return `mailto:${contact}`
  return /^https?:\/\//.test(contact) ? contact : undefined
}
