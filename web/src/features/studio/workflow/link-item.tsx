import { useMutation } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import { useState } from 'react'
import { apiMutation } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { Button } from '../../../ui/button.tsx'
import { toast, toastError } from '../../../ui/toast.tsx'
import type { TrackedLink } from '../api.ts'
import { countOf, describePeople } from '../numbers/describe-people.ts'
import { QrCode } from './qr-code.tsx'

export function LinkItem({ link, workflowId }: { link: TrackedLink; workflowId: string }) {
  const [showsQr, setShowsQr] = useState(false)
  const remove = useMutation({
    ...apiMutation('deleteLink'),
    onSuccess: () => toast('Link removed. Its address still works.'),
    onError: (error) =>
      toastError(readReason(error, 'The link could not be removed. Please try again.')),
  })
  const { name, visits, visitors, sales, earned } = link
  const address = location.origin + link.path

  async function copy() {
    if (await copyText(address)) toast('Link copied')
    else toastError('The link could not be copied. Select it and copy it.')
  }

  const figures: [string, string][] = [
    ['Visits', visits === null ? '–' : countOf(visits)],
    ['Visitors', describePeople(visitors)],
    ['Sales', countOf(sales)],
    ['Earned', formatCents(earned)],
  ]
  return (
    <li aria-label={`Link ${name}`} className="rounded-lg border border-line bg-surface p-5">
      <h3 className="text-lg font-semibold break-all">{name}</h3>
      <p className="mt-1 font-mono text-xs break-all text-muted">{address}</p>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 text-sm tabular-nums sm:grid-cols-4">
        {figures.map(([figure, value]) => (
          <div key={figure}>
            <dt className="text-xs text-muted">{figure}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {showsQr && <QrCode address={address} file={`qr-${name}.svg`} />}
      <div className="mt-3 -ml-5 flex flex-wrap gap-1">
        <Button kind="ghost" onClick={() => void copy()}>
          Copy
        </Button>
        <Button kind="ghost" aria-expanded={showsQr} onClick={() => setShowsQr(!showsQr)}>
          {showsQr ? 'Hide QR code' : 'Show QR code'}
        </Button>
        <Button
          kind="ghost"
          busy={remove.isPending}
          onClick={() => remove.mutate({ params: { id: workflowId, name } })}
        >
          Remove
        </Button>
      </div>
    </li>
  )
}
