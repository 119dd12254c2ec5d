import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatPrice } from '@vignette/contract/money.ts'
import { priceNow } from '@vignette/contract/price-now.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { useEffect, useState } from 'react'
import { apiQuery } from '../../lib/api.ts'
import { ApiError, readReason } from '../../lib/api-error.ts'
import type { Answer } from '../../lib/client.ts'
import { useQueryParams } from '../../lib/router.tsx'
import { readSessionItem, writeSessionItem } from '../../lib/session-items.ts'

/** A creator's code, as the pages of one recipe tell it. */
export interface BroughtCode {
  /** Empty without a code. */
  text: string
  /** The price with the code; undefined while it is looked up, and where it does not hold. */
  quote: Answer<'priceWithCode'> | undefined
  isSought: boolean
  /** Why the code does not hold. */
  fault: string | undefined
  /** Takes another code, or with an empty text none. */
  use: (text: string) => void
  lookAgain: () => void
}

/**
 * The code that a link's `?code=` brought to the recipe, or that an earlier page of this tab kept.
 * The server's page knows of none, since it is the same for everybody.
 */
export function useCode(workflow: WorkflowView | null | undefined): BroughtCode {
  const client = useQueryClient()
  const named = useQueryParams()[0].get('code')?.trim()
  const [text, setText] = useState('')
  const id = workflow?.id ?? ''
  const kept = `code:${id}`
  useEffect(() => {
    if (id) setText((named || readSessionItem(kept) || '').toUpperCase())
  }, [id, named, kept])

  const asked = codeQuery(id, text)
  const { data, error, isLoading } = useQuery({
    ...asked,
    enabled: text !== '' && workflow != null && isSold(workflow),
  })
  const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429
  useEffect(() => {
    if (data && !error) writeSessionItem(kept, text)
    // The next page has nothing to say of a code that does not hold.
    if (isRefused) writeSessionItem(kept, null)
  }, [data, error, isRefused, kept, text])

  return {
    text,
    quote: error ? undefined : data,
    isSought: isLoading,
    fault: error ? readReason(error, NOT_FOUND) : undefined,
    use: (next) => {
      writeSessionItem(kept, next || null)
      setText(next.toUpperCase())
    },
    lookAgain: () => void client.invalidateQueries({ queryKey: asked.queryKey }),
  }
}

const NOT_FOUND = 'The code could not be looked up. Please try again.'

export const codeQuery = (id: string, code: string) =>
  apiQuery(
    'priceWithCode',
    { params: { id }, body: { code: code.trim().toUpperCase() } },
    {
      staleTime: 10_000,
    },
  )

/** A code is for buyers: not for the recipe's own creator, nor where nothing is sold now. */
function isSold({ price, is_owner, paused, not_for_sale, withdrawn }: WorkflowView): boolean {
  return price > 0 && !is_owner && !paused && !not_for_sale && !withdrawn
}

/** The price with the code, else the launch price, else the full price. */
export function priceWith(workflow: WorkflowView, code: BroughtCode | undefined): number {
  return code?.quote?.price ?? priceNow(workflow)
}

/** The price to pay, and beside it, struck, the full price that a code or a launch price lowers. */
export function PriceWith({
  workflow,
  code,
}: {
  workflow: WorkflowView
  code: BroughtCode | undefined
}) {
  const price = priceWith(workflow, code)
  return (
    <>
      {formatPrice(price)}
      {price < workflow.price && (
        <>
          {' '}
          <span className="sr-only">instead of</span>{' '}
          <s className="font-normal text-muted">{formatPrice(workflow.price)}</s>
        </>
      )}
    </>
  )
}

/** Why the price is below the full price, or why the code changes nothing: one line. */
export function PriceReason({
  workflow,
  code,
  className,
}: {
  workflow: WorkflowView
  code: BroughtCode | undefined
  className?: string
}) {
  const why = code?.quote?.why ?? workflow.launch?.words
  return (
    <div role="status" className={className}>
      {code?.isSought && <p className="text-sm text-muted">Looking up the code…</p>}
      {code?.fault && <p className="text-sm text-warn">{code.fault}</p>}
      {why && !code?.isSought && <p className="text-sm text-muted">{why}</p>}
    </div>
  )
}
