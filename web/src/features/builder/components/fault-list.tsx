import type { Answer } from '../../../lib/client.ts'
import { Alert } from '../../../ui/alert.tsx'
import type { Fault } from '../../workflows/index.ts'
import { useEditing } from './editing.ts'
import { FaultLines } from './fault-lines.tsx'

/** Fields of the form, which show their fault themselves. */
const SHOWN =
  /^(name|description|category|tags|license|output|generation_time|price|(inputs|steps)\[\d+\])/

/** Faults without a field of their own, and what this server cannot run. */
export function FaultList({
  faults,
  check,
}: {
  faults: readonly Fault[]
  check: Answer<'checkWorkflow'> | undefined
}) {
  const { recipe } = useEditing()
  const general = faults.filter(({ path }) => !SHOWN.test(path))
  const missing = check?.missing ?? []
  if (general.length + missing.length === 0) return null
  return (
    <Alert tone="warn">
      <FaultLines recipe={recipe} faults={general} />
      {missing.map(({ provider, message }) => (
        <p key={provider}>{message}</p>
      ))}
    </Alert>
  )
}
