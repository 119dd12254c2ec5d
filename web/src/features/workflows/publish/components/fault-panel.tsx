import { Alert } from '../../../../ui/alert.tsx'
import type { CreateFault } from '../describe-fault.ts'

export function FaultPanel({ fault }: { fault: CreateFault }) {
  const [only, ...more] = fault.faults
  // A single fault's own sentence is enough.
  const isListed = only && (more.length > 0 || !fault.text.includes(only.message))
  return (
    <Alert tone="danger" title={fault.text}>
      {fault.hint}
      {isListed && (
        <ul className="mt-1.5 list-disc pl-5">
          {fault.faults.map((one) => (
            <li key={`${one.path} ${one.message}`} className="break-words">
              {one.path && <code className="font-mono text-xs">{one.path}</code>} {one.message}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  )
}
