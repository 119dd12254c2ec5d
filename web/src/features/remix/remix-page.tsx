import { useMachine } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { getAnonymousId } from '../../lib/anonymous-id.ts'
import { useAuth } from '../../lib/auth-context.tsx'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { remixMachine } from './machine.ts'
import { createPorts } from './ports/create-ports.ts'
import { readReturn, readSource, stripReturn, stripSource } from './ports/return-params.ts'
import { describeTitle } from './screens/describe-title.ts'
import { RemixScreen } from './screens/remix-screen.tsx'

/** One flow per recipe: another recipe is another machine. */
export function RemixPage() {
  const { id = '' } = useParams()
  return <RemixFlow key={id} workflowId={id} />
}

function RemixFlow({ workflowId }: { workflowId: string }) {
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const { user } = useAuth()
  const hands = useRef({ navigate, setSearch, userId: '' })
  hands.current = { navigate, setSearch, userId: user?.id ?? '' }

  const [input] = useState(() => ({
    ports: createPorts({
      getUserId: () => hands.current.userId || getAnonymousId(),
      stripReturnParams: () => hands.current.setSearch(stripReturn, { replace: true }),
      stripSource: () => {
        // Once, and under somebody's hands, so that nothing may move.
        if (readSource(new URLSearchParams(location.search)))
          hands.current.setSearch(stripSource, { replace: true, preventScrollReset: true })
      },
      openCreation: (id) =>
        void hands.current.navigate(`/creations/${encodeURIComponent(id)}`, { state: 'ready' }),
    }),
    workflowId,
    fromCreationId: readSource(search),
    returned: readReturn(search),
  }))
  const [state, send] = useMachine(remixMachine, { input })
  const name = state.context.workflow?.name
  // The phases speak for themselves, and nobody wants to hear every percent.
  usePageTitle(describeTitle(state), name ? `Remix ${name}` : 'Remix')

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
      state={state}
      send={send}
      onLeave={() => void navigate(`/workflows/${encodeURIComponent(workflowId)}`)}
      onBack={() => void navigate('/workflows')}
    />
  )
}
