import { creatorPath } from '@vignette/contract/creator-path.ts'
import { expectedTime, formatGenerationTime } from '@vignette/contract/generation-time.ts'
import { formatPrice } from '@vignette/contract/money.ts'
import { ON_OWN_SERVER } from '@vignette/contract/own-server-limits.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { ActionBar } from '../../../ui/action-bar.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Share } from '../../../ui/icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Link } from '../../../ui/link.tsx'
import { toast, toastError } from '../../../ui/toast.tsx'
import { PriceReason, PriceWith, SaveButton, shareLink, useCode } from '../../creations/index.ts'
import { formatOutputType } from '../recipe-rules.ts'
import { BuyerTerms } from './buyer-terms.tsx'
import { LikeButton } from './like-button.tsx'
import { ListedUnder } from './listed-under.tsx'

const EmbedDialog = lazyPart(async () => (await import('./embed-dialog.tsx')).EmbedDialog)
const Menu = lazyPart(async () => (await import('../../../ui/menu.tsx')).Menu)
const ReaderActions = lazyPart(async () => (await import('./reader-actions.tsx')).ReaderActions)

export function WorkflowHeader({ workflow }: { workflow: WorkflowView }) {
  const isShown = !(workflow.hidden && workflow.is_owner)
  const startsNoRun = workflow.paused || workflow.failing
  const canStart = isShown && !startsNoRun
  const code = useCode(workflow)
  const told = workflow.last_runs?.words ?? workflow.untested
  const [embeds, setEmbeds] = useState(false)
  const [wantsMenu, setWantsMenu] = useState(false)
  const share = async () => {
    const address = location.origin + workflow.address + location.search
    const outcome = await shareLink(workflow.name, address)
    track('workflow_shared', { workflow_id: workflow.id, outcome })
    if (outcome === 'copied') toast('Link copied')
    if (outcome === 'failed')
      toastError('The link could not be copied. Copy it from the address bar.')
  }
  const embed = () => {
    track('workflow_embed_opened', { workflow_id: workflow.id })
    setEmbeds(true)
  }
  const shareButton = (
    <Button
      kind="secondary"
      size="icon"
      className="size-13!"
      aria-label="Share"
      aria-haspopup={canStart ? 'menu' : undefined}
      onClick={() => (canStart ? setWantsMenu(true) : void share())}
    >
      <Icon of={Share} />
    </Button>
  )
  return (
    <div>
      <h1 className="text-3xl">{workflow.name}</h1>
      <p className="mt-2 text-muted">
        by{' '}
        <Link
          to={creatorPath(workflow.creator_handle)}
          className="text-ink underline decoration-line-strong underline-offset-4 hover:decoration-current"
        >
          @{workflow.creator_handle}
        </Link>
      </p>
      {workflow.description && (
        <p className="mt-5 text-lg whitespace-pre-line text-muted">{workflow.description}</p>
      )}
      <ListedUnder workflow={workflow} />
      <dl className="mt-6 flex flex-wrap gap-x-9 gap-y-3">
        {!(canStart && isPriced(workflow)) && (
          <Fact term="Price">{formatPrice(workflow.price)}</Fact>
        )}
        <Fact term="Generation time">{formatGenerationTime(expectedTime(workflow))}</Fact>
        <Fact term="Output">{formatOutputType(workflow.output_type)}</Fact>
        {workflow.proof && (
          <Fact term="Proof first">
            {workflow.kept
              ? `kept ${workflow.kept.kept} of ${workflow.kept.of}`
              : 'see it before you pay'}
          </Fact>
        )}
      </dl>
      {told && <p className="mt-3 text-sm text-muted">{told}</p>}
      {workflow.own_server && <p className="mt-3 text-sm text-muted">{ON_OWN_SERVER}</p>}
      {workflow.unavailable && (
        <div className="mt-6">
          <Alert tone="warn" title="This recipe cannot be remixed here now">
            {workflow.unavailable}
          </Alert>
        </div>
      )}
      {workflow.not_for_sale && !startsNoRun && !workflow.unavailable && !workflow.withdrawn && (
        <div className="mt-6">
          <Alert tone="warn" title="This recipe cannot be bought now">
            {workflow.not_for_sale}
          </Alert>
        </div>
      )}
      {startsNoRun && <BackSoon workflow={workflow} />}
      {workflow.withdrawn && !workflow.unavailable && (
        <div className="mt-6">
          <Alert title="No longer on the market">
            You see it because you paid for it: your remix still works, or you can release the
            payment.
          </Alert>
        </div>
      )}
      {isShown && (
        <div className="mt-7 flex flex-wrap items-center gap-2.5">
          {canStart && (
            <ActionBar stays className="min-w-0 flex-1 gap-5">
              {isPriced(workflow) && (
                <span className="text-xl font-semibold tabular-nums">
                  <PriceWith workflow={workflow} code={code} />
                </span>
              )}
              <LinkButton
                size="lg"
                to={`/workflows/${workflow.id}/remix`}
                className="h-13 flex-1 px-2.5! sm:px-7!"
                onClick={() => track('remix_clicked', { workflow_id: workflow.id, from: 'header' })}
              >
                Start Remix
              </LinkButton>
            </ActionBar>
          )}
          <span className="[&>button]:size-13">
            <LikeButton subject="workflow" id={workflow.id} />
          </span>
          {wantsMenu ? (
            <Menu
              startsOpen
              label="Share"
              items={[
                { label: 'Share the link', act: () => void share() },
                { label: 'Embed', note: 'On your own page', act: embed },
              ]}
              trigger={shareButton}
              waiting={shareButton}
            />
          ) : (
            shareButton
          )}
        </div>
      )}
      <PriceReason workflow={workflow} code={code} className="mt-3 empty:hidden" />
      {!workflow.withdrawn && <BuyerTerms workflow={workflow} />}
      {isShown && !workflow.withdrawn && (
        <div className="mt-3 -ml-3.5 flex flex-wrap items-center">
          <SaveButton kind="ghost" size="sm" subject={{ type: 'workflow', id: workflow.id }} />
          {canStart && !(workflow.proof && isPriced(workflow)) && (
            <LinkButton kind="ghost" size="sm" to={`/workflows/${workflow.id}/batch`}>
              Make many
            </LinkButton>
          )}
        </div>
      )}
      {embeds && <EmbedDialog workflow={workflow} onClose={() => setEmbeds(false)} />}
      <div className={workflow.is_owner ? 'mt-6 min-h-9' : undefined}>
        <ReaderActions workflow={workflow} failed={workflow.is_owner ? undefined : null} />
      </div>
    </div>
  )
}

function BackSoon({ workflow }: { workflow: WorkflowView }) {
  return (
    <div className="mt-6">
      <Alert
        title="Back soon"
        action={
          !workflow.is_owner && (
            <LinkButton to={`/workflows/${workflow.id}/remix`} kind="secondary" size="sm">
              I have paid already
            </LinkButton>
          )
        }
      >
        {workflow.not_for_sale}
        {!workflow.is_owner && ' What you have paid for still runs.'}
      </Alert>
    </div>
  )
}

function Fact({ term, children }: { term: string; children: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="mt-0.5 text-lg font-medium tabular-nums">{children}</dd>
    </div>
  )
}

/** The price stands beside the button that starts a run; a creator's own test is free. */
function isPriced(workflow: WorkflowView): boolean {
  return workflow.price > 0 && !workflow.is_owner
}
