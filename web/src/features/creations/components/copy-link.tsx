import { useState } from 'react'
import { copyText } from '../../../lib/copy-text.ts'
import { Button } from '../../../ui/button.tsx'

/** A link to keep, and the button that copies it; `name` says which: "secret link". */
export function CopyLink({
  link,
  name,
  children,
}: {
  link: string
  name: string
  children?: React.ReactNode
}) {
  const [copied, setCopied] = useState(false)
  return (
    <>
      <p className="truncate rounded-md bg-sunken px-3 py-2 font-mono text-xs text-muted">{link}</p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button
          kind="secondary"
          size="sm"
          onClick={() => void copyText(link).then((done) => setCopied(done))}
        >
          {copied ? 'Copied' : `Copy ${name}`}
        </Button>
        {children}
        <span role="status" className="sr-only">
          {copied && `The ${name} is copied.`}
        </span>
      </div>
    </>
  )
}
