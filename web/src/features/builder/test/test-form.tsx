import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { isComplete, useUploads, type WizardAction, type WizardState } from '../../remix/index.ts'
import { InputFields } from '../inputs/input-fields.tsx'

/** The inputs of a test, and its button. */
export function TestForm({
  form,
  dispatch,
  blocked,
  busy,
  onRun,
  children,
}: {
  form: WizardState
  dispatch: (action: WizardAction) => void
  /** Why no test can begin now. */
  blocked: string | undefined
  busy: boolean
  onRun: () => void
  children?: ReactNode
}) {
  const uploads = useUploads(dispatch)
  const place = useRef<HTMLFormElement>(null)
  const [refused, setRefused] = useState(0)

  useEffect(() => {
    if (refused === 0) return
    place.current
      ?.querySelector<HTMLElement>('[aria-invalid=true], [role=alert] ~ *, input[type=file]')
      ?.focus()
  }, [refused])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isComplete(form)) return onRun()
    dispatch({ type: 'review' })
    setRefused((times) => times + 1)
  }

  return (
    <form ref={place} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {form.steps.length === 0 && (
        <p className="text-sm text-muted">The recipe asks for nothing, so a test only runs it.</p>
      )}
      <InputFields form={form} dispatch={dispatch} uploads={uploads} />
      {blocked && <Alert>{blocked}</Alert>}
      <Button type="submit" busy={busy} disabled={blocked !== undefined}>
        Run test
      </Button>
      {children}
    </form>
  )
}
