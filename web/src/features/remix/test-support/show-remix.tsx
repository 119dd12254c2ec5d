import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useMachine } from '@xstate/react'
import { AuthProvider } from '../../../lib/identity/auth-context.tsx'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { Input } from '../../../ui/field.tsx'
import { remixMachine } from '../machine.ts'
import type { RemixInput } from '../machine-context.ts'
import type { RemixPorts } from '../ports/remix-ports.ts'
import { describeTitle } from '../screens/describe-title.ts'
import { RemixScreen } from '../screens/remix-screen.tsx'
import { makeInput, makeWorkflow, makeWorld } from './fake-ports.ts'
import { settle } from './run-machine.ts'

/** The places to which the visitor left the remix. */
export const left: string[] = []

function Flow({ input }: { input: RemixInput }) {
  const [state, send] = useMachine(remixMachine, { input })
  usePageTitle(describeTitle(state))
  return (
    <RemixScreen
      state={state}
      send={send}
      onLeave={() => left.push('recipe')}
      onBack={() => left.push('catalogue')}
      contact="desk@example.com"
      processor="Stripe"
      offerLetters={(jobId, email) => <p>{`Letters of ${jobId} to ${email || 'nobody'}`}</p>}
      offerReceipt={(email, onChange, error) => (
        <Input
          label="E-mail address"
          type="email"
          error={error}
          value={email}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    />
  )
}

export async function show(ports: Partial<RemixPorts> = {}, part: Partial<RemixInput> = {}) {
  const world = makeWorld(ports)
  const user = userEvent.setup({ applyAccept: false })
  left.length = 0
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AuthProvider>
        <Flow
          input={{
            ports: world.ports,
            workflowId: 'w1',
            fromCreationId: null,
            returned: null,
            ...part,
          }}
        />
      </AuthProvider>
    </QueryClientProvider>,
  )
  await act(settle)
  return { world, user }
}

export const button = (name: string | RegExp) => screen.getByRole('button', { name })
export const text = (words: string | RegExp) => screen.getByText(words)

export async function toSummary(ports: Partial<RemixPorts> = {}) {
  const shown = await show(ports)
  await shown.user.type(screen.getByLabelText('Subject'), 'a fox')
  await shown.user.click(button('Review & Complete'))
  return shown
}

export async function complete(ports: Partial<RemixPorts> = {}) {
  const shown = await toSummary(ports)
  await shown.user.click(screen.getByLabelText(/I accept the/))
  await shown.user.click(button(/^Complete( ·|$)/))
  await act(settle)
  return shown
}

/** A required step, an optional one, a required one. */
export const three = {
  loadWorkflow: async () =>
    makeWorkflow({
      inputs: [
        makeInput(),
        makeInput({ key: 'mood', display_name: 'Mood', step_type: 'textarea', required: false }),
        makeInput({ key: 'last', display_name: 'Last' }),
      ],
    }),
}
