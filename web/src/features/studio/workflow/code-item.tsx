import { useMutation } from '@tanstack/react-query'
import type { CodeState } from '@vignette/contract/code-limits.ts'
import { formatCents } from '@vignette/contract/money.ts'
import type { ComponentProps } from 'react'
import { apiMutation } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { formatShortDate } from '../../../lib/dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast, toastError } from '../../../ui/toast.tsx'
import type { Code } from '../api.ts'

const STATES: Record<CodeState, { label: string; tone?: ComponentProps<typeof Badge>['tone'] }> = {
  draft: { label: 'Draft' },
  active: { label: 'Active', tone: 'good' },
  used_up: { label: 'Used up' },
  ended: { label: 'Ended' },
  stopped: { label: 'Stopped' },
}

export function CodeItem({ code, path }: { code: Code; path: string }) {
  const { label, tone } = STATES[code.state]
  const next = code.state === 'draft' || code.state === 'stopped' ? 'active' : 'stopped'

  const change = useMutation({
    ...apiMutation('setCodeState'),
    onError: (error) =>
      toastError(readReason(error, 'The code could not be changed. Please try again.')),
  })

  async function copy() {
    const address = `${location.origin}${path}?code=${code.code}`
    if (await copyText(address)) toast('Link copied')
    else toastError('The link could not be copied.')
  }

  const figures: [string, string][] = [
    ['Uses', code.total === null ? `${code.uses}` : `${code.uses} of ${code.total}`],
    ['Paid', formatCents(code.paid)],
    code.taken > 0
      ? ['From your balance', formatCents(code.taken)]
      : ['Earned', formatCents(code.earned)],
  ]
  return (
    <li aria-label={`Code ${code.code}`} className="rounded-lg border border-line bg-surface p-5">
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-semibold">
        <span className="font-mono break-all">{code.code}</span>
        <Badge {...(tone && { tone })}>{label}</Badge>
      </h3>
      <p className="mt-1 text-sm text-muted">{describe(code)}</p>
      {code.run_cost_now > 0 && <p className="mt-1 text-sm text-muted">{describeCost(code)}</p>}
      <dl className="mt-4 grid grid-cols-3 gap-x-6 gap-y-3 text-sm tabular-nums">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 -ml-5 flex flex-wrap gap-1">
        {code.state === 'active' && (
          <Button kind="ghost" onClick={() => void copy()}>
            Copy its link
          </Button>
        )}
        {code.state !== 'ended' && code.state !== 'used_up' && (
          <Button
            kind="ghost"
            busy={change.isPending}
            onClick={() =>
              change.mutate({
                params: { id: code.id },
                // What the creator was shown that a free run takes at most.
                body: { state: next, run_cost: code.run_cost_now },
              })
            }
          >
            {next === 'stopped' ? 'Stop' : 'Start'}
          </Button>
        )}
      </div>
    </li>
  )
}

/** What free runs may still take from the creator's balance, and why none is paid for. */
function describeCost({ run_cost, run_cost_now, state, total, uses }: Code): string {
  const most = formatCents(run_cost_now)
  if (state === 'draft' || state === 'stopped') {
    return `Once begun, each remix takes at most ${most} from your balance.`
  }
  if (run_cost_now > run_cost) {
    return `A remix may now take ${most} from your balance, more than the ${formatCents(run_cost)} that you agreed to, so the code pays for none. Stop and begin it to agree.`
  }
  const left = Math.max(0, (total ?? 0) - uses)
  return `Each remix takes at most ${most} from your balance, and the ${left} left at most ${formatCents(run_cost_now * left)}.`
}

function describe({ kind, value, workflow_ids, from, until, per_buyer }: Code): string {
  const what =
    kind === 'free'
      ? 'Free remixes'
      : kind === 'percent'
        ? `${value}% off`
        : `${formatCents(value ?? 0)} off`
  return [
    what,
    workflow_ids.length === 0
      ? 'all your recipes'
      : workflow_ids.length === 1
        ? 'this recipe'
        : `${workflow_ids.length} recipes`,
    ...(from ? [`from ${formatShortDate(from)}`] : []),
    ...(until ? [`until ${formatShortDate(until)} (UTC)`] : []),
    per_buyer === 1 ? 'once per buyer' : `${per_buyer} times per buyer`,
  ].join(' · ')
}
