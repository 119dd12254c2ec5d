import { CASE_REASON_WORDS } from '@vignette/contract/case-words.ts'
import type { CaseView } from '@vignette/contract/cases.ts'
import { formatLocalDate } from '../../../../lib/dates.ts'
import { useShop } from '../../../../lib/shop.ts'

/** What both sides and the operator said, in order, each with its date. */
export function CaseWords({ view }: { view: CaseView }) {
  const { side } = view
  const { name: shop } = useShop()
  return (
    <dl className="flex flex-col gap-3 text-sm">
      <Said
        by={side === 'buyer' ? 'You' : 'The buyer'}
        at={view.created_at}
        title={CASE_REASON_WORDS[view.reason]}
        text={view.text}
      />
      {view.answered_at && (
        <Said
          by={side === 'creator' ? 'You' : 'The creator'}
          at={view.answered_at}
          text={view.answer}
        />
      )}
      {view.decided_at && view.decision && (
        <Said by={decidedBy(view.decided_by, shop)} at={view.decided_at} text={view.decision} />
      )}
    </dl>
  )
}

function decidedBy(who: CaseView['decided_by'], shop: string): string {
  if (who === 'creator') return 'The creator'
  return who === 'buyer' ? 'The buyer' : shop
}

function Said({
  by,
  at,
  title,
  text,
}: {
  by: string
  at: string
  title?: string
  text: string | null
}) {
  return (
    <div>
      <dt className="text-muted">
        {by}, {formatLocalDate(at)}
      </dt>
      <dd className="mt-1 border-l-2 border-line-strong pl-3">
        {title && <p className="font-medium">{title}</p>}
        <p className="break-words whitespace-pre-wrap">{text ?? 'These words were erased.'}</p>
      </dd>
    </div>
  )
}
