import { useQueryClient } from '@tanstack/react-query'
import type { CreationView } from '@vignette/contract/creations.ts'
import { creatorPath } from '@vignette/contract/creator-path.ts'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useAuth } from '../../../lib/identity/auth-context.tsx'
import { navigate } from '../../../lib/router.tsx'
import { announce } from '../../../lib/use-page-title.ts'
import { readVisit } from '../../../lib/visits.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ArrowLeft } from '../../../ui/icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Link } from '../../../ui/link.tsx'
import { deleteCreation } from '../api.ts'
import { describeCreated } from '../describe-created.ts'
import { findBeforeImage } from '../find-before-image.ts'
import { shortenNumber } from '../name-creation.ts'
import { listFiles } from '../read-images.ts'
import { ReportButton } from '../report/report-button.tsx'
import { useChangeCreation } from '../use-change-creation.ts'
import { ProofEnded } from './creation-absent.tsx'
import { CreationActions } from './creation-actions.tsx'
import { CreationInputs } from './creation-inputs.tsx'
import { CreationMedia } from './creation-media.tsx'
import { Lineage } from './lineage.tsx'
import { OwnerPanel } from './owner-panel.tsx'
import type { ProofEnd } from './proof-panel.tsx'
import { ReceiptPanel } from './receipt-panel.tsx'
import { Reveal } from './reveal.tsx'
import { ShareFlow } from './share-flow.tsx'
import { HowItWasMade, WorkflowInfo } from './workflow-info.tsx'

const ProofPanel = lazyPart(async () => (await import('./proof-panel.tsx')).ProofPanel)

/** Loaded late, since these parts stand below the creation, which must not wait for them. */
const RelatedWork = lazyPart(async () => (await import('./related-work.tsx')).RelatedWork)
const LetterWish = lazyPart(async () => (await import('./letter-wish.tsx')).LetterWish)
const ShareAndEarn = lazyPart(async () => (await import('./share-and-earn.tsx')).ShareAndEarn)

export function CreationScreen({
  creation,
  secretKey,
}: {
  creation: CreationView
  secretKey: string | undefined
}) {
  const client = useQueryClient()
  const { user } = useAuth()
  const [sharing, setSharing] = useState(false)
  const files = listFiles(creation)
  const [chosen, setChosen] = useState(0)
  const shown = chosen < files.length ? chosen : 0
  const actions = useChangeCreation(creation, secretKey)
  const title = creation.workflow.name || 'AI Creation'
  const [isNew, setIsNew] = useState(false)
  const [from, setFrom] = useState<string | null>()
  useLayoutEffect(() => {
    const visit = readVisit()
    const isReady = creation.is_owner && visit.news === 'ready'
    setIsNew(isReady)
    setFrom(isReady ? visit.from : undefined)
  }, [creation.id, creation.is_owner])
  const [end, setEnd] = useState<ProofEnd>()
  // The panel tells the hour of the reader's clock, which the server does not know.
  const [isInBrowser, setIsInBrowser] = useState(false)
  useEffect(() => setIsInBrowser(true), [])
  const heading = useRef<HTMLHeadingElement>(null)
  const { proof } = creation

  const remove = () =>
    deleteCreation(
      client,
      creation.id,
      () => navigate(user ? '/profile' : '/workflows'),
      () => navigate(`/creations/${creation.id}`),
    )

  const finish = (how: ProofEnd) => {
    setEnd(how)
    if (how !== 'kept')
      return announce(how === 'declined' ? 'Nothing was charged' : 'This proof is gone')
    // The whole file fades in from a blur, as the proof did.
    setIsNew(true)
    setFrom(undefined)
    announce(KEPT)
    heading.current?.focus()
  }

  if (end === 'declined' || end === 'gone')
    return <ProofEnded creation={creation} declined={end === 'declined'} />
  return (
    <article className="shell pt-5 pb-20">
      <BackButton />
      <div className="mt-4 grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-12">
        <div className="min-w-0 lg:sticky lg:top-24 lg:self-start">
          <Reveal key={proof ? 'proof' : 'whole'} isNew={isNew}>
            <CreationMedia
              creation={creation}
              files={files}
              shown={shown}
              onShow={setChosen}
              title={title}
              before={findBeforeImage(creation)}
              isNew={isNew}
              from={from}
            />
          </Reveal>
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <header>
            {isNew && (
              // The page announces it to screen readers.
              <p aria-hidden className="mb-2 animate-rise text-lg font-semibold text-accent">
                {proof ? 'Your proof is ready' : end ? KEPT : 'Your Creation is Ready!'}
              </p>
            )}
            <h1
              ref={heading}
              tabIndex={-1}
              className="text-2xl font-semibold break-words outline-none"
            >
              {title}
            </h1>
            <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1.5 text-sm text-muted">
              {(creation.is_owner || creation.author_handle) && (
                <span className="break-all">
                  {creation.is_owner ? 'by you' : <Author handle={creation.author_handle} />}{' '}
                  <span aria-hidden>·</span>
                </span>
              )}
              <span>
                {describeCreated(creation.created_at)} <span aria-hidden>·</span>
              </span>
              <span className="tabular-nums">{shortenNumber(creation.id)}</span>
              <Badge>AI-made</Badge>
              {creation.media?.adult && <Badge>Adult</Badge>}
              {!creation.public && <Badge>Private</Badge>}
            </p>
            {isNew && end && !user && (
              <p className="mt-3 text-sm text-muted">
                It stays in this browser, under{' '}
                <Link to="/profile?tab=creations" className="text-ink underline underline-offset-4">
                  Your creations
                </Link>
                .
              </p>
            )}
            <Lineage creation={creation} />
          </header>
          {proof ? (
            isInBrowser && <ProofPanel creation={creation} proof={proof} onEnd={finish} />
          ) : (
            <CreationActions
              creation={creation}
              files={files}
              shown={shown}
              secretKey={secretKey}
              isTest={user?.username === creation.workflow.creator_handle}
              onShare={() => setSharing(true)}
            />
          )}
          <CreationInputs
            raw={creation.user_inputs}
            asks={creation.workflow.asks}
            leftOut={creation.left_out}
          />
          {creation.is_owner && !proof && (
            <OwnerPanel creation={creation} actions={actions} onDelete={() => void remove()} />
          )}
          {creation.is_owner && !proof && creation.workflow.available && (
            <ShareAndEarn creation={creation} failed={null} />
          )}
          {creation.is_owner && !proof && <LetterWish creationId={creation.id} />}
          <WorkflowInfo creation={creation} />
          <HowItWasMade creation={creation} />
          {creation.is_owner && <ReceiptPanel creationId={creation.id} />}
          {!creation.is_owner && (
            <div className="-ml-3.5">
              <ReportButton subject={{ type: 'creation', id: creation.id }} />
            </div>
          )}
        </div>
      </div>
      {!proof && creation.workflow.available && (
        <RelatedWork creation={creation} secretKey={secretKey} failed={null} />
      )}
      <ShareFlow
        creation={creation}
        title={title}
        secretKey={secretKey}
        actions={actions}
        open={sharing}
        onOpenChange={setSharing}
      />
    </article>
  )
}

const KEPT = 'It is yours!'

/** The maker's name links to the maker's page; a guest has no page. */
function Author({ handle }: { handle: string }) {
  if (handle.startsWith('guest-')) return `by @${handle}`
  return (
    <>
      by{' '}
      <Link
        to={creatorPath(handle)}
        className="underline decoration-line-strong underline-offset-4 hover:decoration-ink"
      >
        @{handle}
      </Link>
    </>
  )
}

/** Goes back; a visitor who came by a link has no history and goes to the catalogue. */
function BackButton() {
  const goBack = () => (readVisit().depth > 0 ? history.back() : navigate('/workflows'))
  return (
    <Button kind="ghost" size="sm" className="-ml-3.5" onClick={goBack}>
      <Icon of={ArrowLeft} size={16} />
      Back
    </Button>
  )
}
