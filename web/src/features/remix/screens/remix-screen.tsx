import type { WorkflowView } from '@vignette/contract/workflows.ts'
import type { ReactNode } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { BroughtCode, Waiver } from '../../creations/index.ts'
import type { remixMachine } from '../machine.ts'
import type { RemixEvent } from '../machine-context.ts'
import { LoadFailedScreen, NoStepsScreen, NotFoundScreen } from './absent-screens.tsx'
import { Failure } from './failure.tsx'
import { Frame } from './frame.tsx'
import { Generating } from './generating.tsx'
import { InputCollection } from './input-collection.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { type OfferReceipt, Paywall, type PaywallState } from './paywall.tsx'
import { Result } from './result.tsx'

interface RemixScreenProps {
  state: SnapshotFrom<typeof remixMachine>
  send: (event: RemixEvent) => void
  /** Goes to the recipe's page. */
  onLeave: () => void
  /** Goes to the catalogue, for a missing recipe. */
  onBack: () => void
  /** What the paywall offers for the letters about a payment. */
  offerReceipt?: OfferReceipt
  /** A creator's code, and the field for one. */
  code?: BroughtCode
  codeField?: ReactNode
  /** What a consumer ticks at the checkout. */
  waiver?: Waiver
  /** Who sells: the operator of this server. */
  seller?: string | undefined
  /**
   * The company on whose page the buyer enters the card; undefined for this server's own test page.
   */
  processor?: string | undefined
  /** The operator's address. */
  contact?: string | null | undefined
  /** What a run offers for its letters, to the address that was given; the job is known a moment later. */
  offerLetters?: (jobId: string | undefined, email: string) => ReactNode
  /** What this tab knows of the recipe until it has loaded. */
  known?: WorkflowView | undefined
}

/** The screen for the machine's state. */
export function RemixScreen({
  state,
  send,
  onLeave,
  onBack,
  offerReceipt,
  code,
  codeField,
  waiver,
  seller,
  processor,
  contact,
  offerLetters,
  known,
}: RemixScreenProps) {
  const { context } = state
  const { workflow } = context
  if (state.matches('NOT_FOUND')) return <NotFoundScreen notice={context.notice} onBack={onBack} />
  if (state.matches('LOAD_FAILED')) {
    return (
      <LoadFailedScreen
        told={{ sentence: context.error ?? '', message: context.errorMessage }}
        onRetry={() => send({ type: 'RELOAD' })}
        onBack={onLeave}
      />
    )
  }
  if (!workflow || state.matches('LOADING') || state.matches('RETURNING')) {
    return (
      <Frame context={context} code={code} known={known}>
        <LoadingScreen />
      </Frame>
    )
  }
  if (state.matches('PAYWALL')) {
    const inner = Object.values(state.value)[0] as PaywallState
    return (
      <Paywall
        context={context}
        state={inner}
        send={send}
        offerReceipt={offerReceipt}
        waiver={waiver}
        code={code}
        codeField={codeField}
        seller={seller}
        processor={processor}
      />
    )
  }
  if (state.matches('GENERATING') || state.matches('OPENED')) {
    return (
      <Generating context={context} send={send}>
        {offerLetters?.(context.job?.id, context.email)}
      </Generating>
    )
  }
  if (state.matches('ERROR')) return <Failure context={context} contact={contact} send={send} />
  if (state.matches('RESULT')) return <Result context={context} send={send} />
  if (context.wizard.steps.length === 0) return <NoStepsScreen onBack={onLeave} />
  return (
    <Frame context={context} code={code}>
      <InputCollection
        context={context}
        code={code}
        isSubmitting={state.matches({ INPUT_COLLECTION: 'submitting' })}
        isReleasing={state.matches({ INPUT_COLLECTION: 'releasing' })}
        send={send}
        onLeave={onLeave}
      />
    </Frame>
  )
}
