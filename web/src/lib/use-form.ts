import { type QueryClient, useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError, readReason } from './api-error.ts'
import { createUuid } from './browser.ts'
import { useKeptState } from './kept-state.ts'

/** The names of the values of one type. */
type NameOf<V, T> = { [K in keyof V]: V[K] extends T ? K : never }[keyof V] & string

interface FormOptions<V, A> {
  first: V
  /** A name under which the values outlast a fresh sign-in; it says the form and the object. */
  keep?: string
  /** What is wrong, by field. */
  check?: (values: V) => Partial<Record<keyof V, string | false | undefined>>
  /** `key` is another once the values are others: a form that is sent twice does its work once. */
  act: (values: V, how: { client: QueryClient; key: string }) => Promise<A>
  done?: (answer: A, values: V) => void
  /** What to say where the server gives no reason. */
  failed?: string
  /** The field at which a refusal stands that names no field; else it stands above the button. */
  at?: keyof V & string
}

/**
 * The values of a form and what is wrong with them: by its own rules once it was sent, and by the
 * server's. The first wrong field is focused.
 */
export function useForm<V extends object, A = unknown>({
  first,
  keep,
  check,
  act,
  done,
  failed = 'It could not be done. Please try again.',
  at,
}: FormOptions<V, A>) {
  const [{ values, key }, setState] = useKeptState(keep, () => ({
    values: first,
    key: createUuid(),
  }))
  const [refusals, setRefusals] = useState(0)
  const [looked, setLooked] = useState<string[]>([])
  const ref = useRef<HTMLFormElement>(null)
  const isPressed = useRef(false)
  useEffect(() => {
    if (refusals === 0 || !isPressed.current) return
    ref.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] input')?.focus()
  }, [refusals])

  const { mutate, isPending, error, isSuccess, reset } = useMutation({
    mutationFn: (sent: V, { client }) => act(sent, { client, key }),
    onSuccess: (answer, sent) => {
      setRefusals(0)
      done?.(answer, sent)
    },
    onError: () => setRefusals((count) => count + 1),
  })
  const found = check?.(values)
  const refused = readRefusal(error, values, failed, at)

  const change = (next: (before: V) => V) => {
    setState((state) => ({ values: next(state.values), key: createUuid() }))
    if (error) reset()
  }
  const set = (next: Partial<V>) => change((before) => ({ ...before, ...next }))
  const put = (name: keyof V, value: unknown) => change((before) => ({ ...before, [name]: value }))
  const faultOf = (name: keyof V & string): string | undefined =>
    ((refusals > 0 || looked.includes(name)) && found?.[name]) || refused.fields[name] || undefined

  const submit = () => {
    if (found && Object.values(found).some(Boolean)) setRefusals((count) => count + 1)
    else if (!isPending) mutate(values)
  }

  return {
    values,
    set,
    /** Sends the form without a press of its button; the focus then stays where it is. */
    submit,
    /** Starts again. */
    clear: () => {
      set(first)
      setRefusals(0)
      setLooked([])
      reset()
    },
    /** Says what is wrong with a field before the form is sent. */
    look: (name: NameOf<V, unknown>) => setLooked([...looked, name]),
    field: (name: NameOf<V, string>) => ({
      value: String(values[name]),
      error: faultOf(name),
      onChange: (event: { target: { value: string } }) => put(name, event.target.value),
    }),
    choice: (name: NameOf<V, string>) => ({
      value: String(values[name]),
      error: faultOf(name),
      onChange: (value: string) => put(name, value),
    }),
    box: (name: NameOf<V, boolean>) => ({
      checked: Boolean(values[name]),
      onChange: (event: { target: { checked: boolean } }) => put(name, event.target.checked),
    }),
    fault: refused.fault,
    tried: refusals > 0,
    busy: isPending,
    sent: isSuccess,
    form: {
      ref,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        isPressed.current = true
        submit()
      },
    },
  }
}

export type FormState = Pick<ReturnType<typeof useForm>, 'form' | 'fault' | 'busy'>

interface Refusal {
  fields: Partial<Record<string, string>>
  fault?: string
}

/** The server's refusal at the fields that it names, else in a sentence. */
function readRefusal(error: unknown, values: object, failed: string, at?: string): Refusal {
  if (!error) return { fields: {} }
  const details = error instanceof ApiError ? error.details : []
  const named = details.filter(({ path }) => path in values)
  if (named.length > 0 && named.length === details.length) {
    return { fields: Object.fromEntries(named.map(({ path, message }) => [path, message])) }
  }
  const fault = readReason(error, failed)
  return at ? { fields: { [at]: fault } } : { fields: {}, fault }
}
