import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../lib/api-error.ts'
import { useForm } from '../lib/use-form.ts'
import { Input } from './field.tsx'
import { Form, Submit } from './form.tsx'

type Sent = { name: string; city: string; key: string }

function Person({ act, at }: { act: (sent: Sent) => Promise<unknown>; at?: 'name' }) {
  const form = useForm({
    first: { name: '', city: '' },
    check: ({ name }) => ({ name: !name && 'Please enter a name' }),
    act: (values, { key }) => act({ ...values, key }),
    failed: 'It failed',
    ...(at && { at }),
  })
  return (
    <Form form={form}>
      <Input label="City" {...form.field('city')} />
      <Input label="Name" {...form.field('name')} />
      <Submit form={form}>Send</Submit>
    </Form>
  )
}

function show(act: (sent: Sent) => Promise<unknown>, at?: 'name') {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Person act={act} {...(at && { at })} />
    </QueryClientProvider>,
  )
  return { name: screen.getByLabelText('Name'), city: screen.getByLabelText('City') }
}
const press = () => userEvent.click(screen.getByRole('button', { name: 'Send' }))

const refuse = (details: { path: string; message: string }[]) => () =>
  Promise.reject(new ApiError(422, 'Refused', { error: 'It is refused', details }))

test('a form with a wrong field is not sent: the field says why, has the focus, and is right at once', async () => {
  const act = vi.fn(async () => {})
  const { name } = show(act)
  expect(screen.queryByRole('alert')).toBeNull()
  await press()
  const fault = screen.getByText('Please enter a name')
  expect(name.getAttribute('aria-describedby')).toBe(fault.id)
  await waitFor(() => expect(document.activeElement).toBe(name))
  expect(act).not.toHaveBeenCalled()
  await userEvent.type(name, 'Mara')
  expect(screen.queryByText('Please enter a name')).toBeNull()
  await press()
  expect(act).toHaveBeenCalledOnce()
})

test('a refusal stands at the fields that the server names, until they are changed', async () => {
  const { name, city } = show(refuse([{ path: 'city', message: 'No such city' }]))
  await userEvent.type(name, 'Mara')
  await press()
  expect(await screen.findByText('No such city')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(city))
  expect(screen.queryByText('It is refused')).toBeNull()
  await userEvent.type(city, 'Oslo')
  expect(screen.queryByText('No such city')).toBeNull()
})

test.each([
  ['above the button', undefined, null],
  ['at the field that the form names', 'name', 'true'],
] as const)('a refusal that names no field stands %s', async (_, at, invalid) => {
  const { name } = show(refuse([{ path: 'user_id', message: 'is not the caller’s' }]), at)
  await userEvent.type(name, 'Mara')
  await press()
  expect((await screen.findByRole('alert')).textContent).toBe('It is refused')
  expect(name.getAttribute('aria-invalid')).toBe(invalid)
})

test('a form that is sent again has the same key, and another one for other words', async () => {
  const keys: string[] = []
  const { name } = show(({ key }) => {
    keys.push(key)
    return Promise.reject(new Error('No answer'))
  })
  await userEvent.type(name, 'Mara')
  await press()
  await screen.findByText('No answer')
  await press()
  await waitFor(() => expect(keys).toHaveLength(2))
  await userEvent.type(name, '!')
  await press()
  await waitFor(() => expect(keys).toHaveLength(3))
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})
