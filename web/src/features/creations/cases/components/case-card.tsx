import type { CaseView } from '@vignette/contract/cases.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { formatLocalDate } from '../../../../lib/dates.ts'
import { useKeptState } from '../../../../lib/kept-state.ts'
import { useShop } from '../../../../lib/shop.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Link } from '../../../../ui/link.tsx'
import { describeAge, describeState } from '../describe-case.ts'
import { AnswerDialog } from './answer-dialog.tsx'
import { CaseWords } from './case-words.tsx'
import { GrantDialog } from './grant-dialog.tsx'
import { RefuseDialog } from './refuse-dialog.tsx'
import { SharedCreation } from './shared-creation.tsx'

const ACTIONS = { answer: AnswerDialog, grant: GrantDialog, refuse: RefuseDialog }

/** One case with what the reader's side may do about it. */
export function CaseCard({ view, now }: { view: CaseView; now: Date }) {
  const [action, open] = useKeptState<keyof typeof ACTIONS | undefined>(
    `case ${view.id}`,
    undefined,
  )
  const Action = action && ACTIONS[action]
  const state = describeState(view)
  const { may } = view
  const { name: shop } = useShop()
  return (
    <li className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="mr-auto min-w-0 font-medium break-words">
          <Link
            to={`/workflows/${view.workflow_id}`}
            className="-my-2.5 inline-block py-2.5 underline underline-offset-4"
          >
            {view.workflow_name}
          </Link>
        </h3>
        {view.test_mode && <Badge tone="warn">Test mode</Badge>}
        <Badge tone={state.tone}>{state.label}</Badge>
        <span className="font-medium tabular-nums">{formatCents(view.amount)}</span>
      </div>
      <p className="text-sm">{view.words}</p>
      {view.waits_for && (
        <p className="text-sm text-muted">
          Opened {describeAge(view.created_at, now)} ago
          {view.operator_since
            ? `, with ${shop} for ${describeAge(view.operator_since, now)}`
            : `, answer by ${formatLocalDate(view.answer_by)}`}
          .
        </p>
      )}
      <CaseWords view={view} />
      <SharedCreation view={view} />
      {(may.answer || may.grant || may.refuse) && (
        <div className="flex flex-wrap gap-2">
          {may.answer && <Button onClick={() => open('answer')}>Answer</Button>}
          {may.grant && (
            <Button kind="secondary" onClick={() => open('grant')}>
              Give the money back
            </Button>
          )}
          {may.refuse && (
            <Button kind="secondary" onClick={() => open('refuse')}>
              Refuse
            </Button>
          )}
        </div>
      )}
      <p className="font-mono text-2xs break-all text-muted">Payment {view.payment_id}</p>
      {Action && <Action view={view} onClose={() => open(undefined)} />}
    </li>
  )
}
