import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { useMachine } from '@xstate/react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { getAnonymousId } from '../../lib/anonymous-id.ts'
import { apiKey } from '../../lib/api.ts'
import { configQuery } from '../../lib/config.ts'
import { useAuth } from '../../lib/identity/auth-context.tsx'
import { useSignIn } from '../../lib/identity/use-sign-in.ts'
import { navigate, usePlace, useQueryParams } from '../../lib/router.tsx'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { readVisit } from '../../lib/visits.ts'
import { cx } from '../../ui/class-names.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { cacheCreation, useCode, useWaiver } from '../creations/index.ts'
import { remixMachine } from './machine.ts'
import { createPorts } from './ports/create-ports.ts'
import {
  readAgain,
  readDrawing,
  readGiven,
  readReturn,
  readSource,
  stripReturn,
  stripSource,
} from './ports/return-params.ts'
import { describeTitle } from './screens/describe-title.ts'
import { RemixScreen } from './screens/remix-screen.tsx'
import { useStepHistory } from './use-step-history.ts'
import { canTurn, placeOf } from './wizard/reducer.ts'

const ReceiptField = lazyPart(
  async () => (await import('./screens/receipt-field.tsx')).ReceiptField,
)
const AddressField = lazyPart(
  async () => (await import('./screens/address-field.tsx')).AddressField,
)
const CodeField = lazyPart(async () => (await import('./screens/code-field.tsx')).CodeField)

/** One machine for each recipe. */
export function RemixPage() {
  const { id } = usePlace()
  return <RemixFlow key={id} workflowId={id} />
}

function RemixFlow({ workflowId }: { workflowId: string }) {
  const [search, setSearch] = useQueryParams()
  const { user, loading } = useAuth()
  const client = useQueryClient()
  const { data: config } = useQuery(configQuery)
  // What comes later for a guest's letters pushes nothing down.
  const keepsRoom = !user && !loading && config?.mail !== 'none'
  const userId = useRef('')
  userId.current = user?.id ?? ''
  const { start } = useSignIn()
  const signIn = useRef(start)
  signIn.current = start

  const [input] = useState(() => ({
    ports: createPorts({
      getUserId: () => userId.current || getAnonymousId(),
      stripReturnParams: () => setSearch(stripReturn),
      stripSource: () => {
        const now = new URLSearchParams(location.search)
        if (readSource(now) || readGiven(now)) setSearch(stripSource)
      },
      openCreation(creation, from) {
        cacheCreation(client, creation)
        navigate(`/creations/${encodeURIComponent(creation.id)}`, { news: 'ready', from })
      },
      signIn: () => void signIn.current({ returns: true }),
    }),
    workflowId,
    fromCreationId: readSource(search),
    given: readGiven(search),
    givenDrawing: readDrawing(search),
    // Only a click on this site starts a run; a link from elsewhere fills in the inputs.
    isAgain: readAgain(search) && readSource(search) !== null && readVisit().depth > 0,
    returned: readReturn(search),
  }))
  const [state, send] = useMachine(remixMachine, { input })
  const shown = useTurned(state)
  const [known] = useState(() =>
    client.getQueryData<WorkflowView>(apiKey('getWorkflow', { params: { id: workflowId } })),
  )
  const name = state.context.workflow?.name
  // Each phase announces itself, so progress in percent is not spoken.
  usePageTitle(describeTitle(state), name ? `Remix ${name}` : 'Remix')

  const { wizard } = state.context
  const paywall = wizard.steps.length + 1
  const isPaywall = state.matches('PAYWALL')
  const isAsking = state.matches('INPUT_COLLECTION')
  useStepHistory(isPaywall ? paywall : isAsking ? placeOf(wizard).index : undefined, (part) => {
    if (isPaywall && part < paywall) send({ type: 'BACK' })
    else if (!isAsking) return isPaywall && part === paywall
    if (part === placeOf(wizard).index) return true
    if (part === paywall || !canTurn(wizard, part)) return false
    send({ type: 'WIZARD', action: { type: 'turn', index: part } })
    return true
  })

  const code = useCode(state.context.workflow)
  const waiver = useWaiver()

  const returned = readReturn(search)
  const sessionId = returned?.sessionId
  useEffect(() => {
    if (sessionId) send({ type: 'RETURNED', returned: { sessionId, canceled: false } })
  }, [sessionId, send])

  useEffect(() => {
    const restore = (event: PageTransitionEvent) => {
      if (event.persisted) send({ type: 'PAGE_RESTORED' })
    }
    addEventListener('pageshow', restore)
    return () => removeEventListener('pageshow', restore)
  }, [send])

  return (
    <RemixScreen
      state={shown}
      send={send}
      known={known}
      onLeave={() => navigate(`/workflows/${encodeURIComponent(workflowId)}`)}
      onBack={() => navigate('/workflows')}
      seller={config?.operator}
      processor={config?.payments === 'stripe' ? 'Stripe' : undefined}
      contact={config?.contact}
      {...(!user && {
        offerReceipt: (
          email: string,
          onChange: (email: string) => void,
          error: string | undefined,
        ) => (
          <ReceiptField
            email={email}
            onChange={onChange}
            error={error}
            failed={null}
            waiting={<div className="h-28" />}
          />
        ),
      })}
      waiver={waiver}
      code={code}
      codeField={<CodeField workflowId={workflowId} code={code} failed={null} />}
      offerLetters={(jobId, email) => (
        <div className={cx(keepsRoom && (email ? 'min-h-11' : 'min-h-39'))}>
          {jobId && <AddressField key={jobId} jobId={jobId} given={email} failed={null} />}
        </div>
      )}
    />
  )
}

/**
 * The state on the screen. A new phase comes as a transition, in which the picture travels to its
 * next place; within a phase all comes at once, as typing asks.
 */
function useTurned<State extends { value: unknown }>(state: State): State {
  const phase = typeof state.value === 'string' ? state.value : Object.keys(Object(state.value))[0]
  const turned = useDeferredValue(phase)
  const last = useRef(state)
  if (phase === turned) last.current = state
  return last.current
}
